// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The keys under which a movie says who found its faces.
enum DetectorMetadata {
    static let detector = "org.facecap.detector"
    static let model = "org.facecap.model"
    static let modelSHA256 = "org.facecap.model-sha256"
    static let kernel = "org.facecap.kernel"
    static let mesh = "org.facecap.mesh"
    static let meshSHA256 = "org.facecap.mesh-sha256"

    private static let keys = [detector, model, modelSHA256, kernel, mesh, meshSHA256]

    /// What a movie says.
    static func items(of movie: MovieReader) -> [MovieMetadataItem] {
        movie.metadata.filter { keys.contains($0.key) }
    }

    /// The items for the detector of a run.
    static func items(_ info: FaceExportFormat.Info) -> [MovieMetadataItem] {
        let values = [
            info.detectorName, info.modelName, info.modelSHA256, info.kernelName, info.meshName,
            info.meshSHA256,
        ]
        return zip(keys, values).compactMap { key, value in
            value.map { MovieMetadataItem(key: key, value: $0) }
        }
    }

    /// Puts the detector that found the faces of a copy in the place of the one that the source names.
    static func replace(in editor: inout MovieEditor, with items: [MovieMetadataItem]) {
        editor.replaceMetadata(of: Set(keys), with: items)
    }
}
