// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The keys under which a movie says who found its faces.
enum DetectorMetadata {
    private static let fields:
        [(key: String, name: any WritableKeyPath<DetectorNames, String?> & Sendable)] = [
            ("org.facecap.detector", \.name), ("org.facecap.model", \.model),
            ("org.facecap.model-sha256", \.modelSHA256), ("org.facecap.kernel", \.kernel),
            ("org.facecap.mesh", \.mesh), ("org.facecap.mesh-sha256", \.meshSHA256),
        ]
    private static let keys = Set(fields.map(\.key))

    /// What a movie says.
    static func items(of movie: MovieReader) -> [MovieMetadataItem] {
        movie.metadata.filter { keys.contains($0.key) }
    }

    /// The names that a movie says.
    static func names(in movie: MovieReader) -> DetectorNames {
        fields.reduce(into: DetectorNames()) { names, field in
            let item = movie.metadata.first { $0.key == field.key }
            names[keyPath: field.name] = item?.text.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    /// The items for the detector of a run.
    static func items(_ info: FaceExportFormat.Info) -> [MovieMetadataItem] {
        fields.compactMap { key, name in
            info.detector[keyPath: name].map { MovieMetadataItem(key: key, value: $0) }
        }
    }

    /// Puts the detector that found the faces of a copy in the place of the one that the source names.
    ///
    /// - Parameter source: what the copy is to say of the video that it is made of; `nil` for nothing.
    static func replace(
        in editor: inout MovieEditor, with items: [MovieMetadataItem], source: CopySource? = nil
    ) {
        editor.replaceMetadata(
            of: keys.union(CopySource.keys), with: items + (source?.items ?? []))
    }
}
