// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

extension FaceExportFormat.Info {
    /// What a movie says of itself and of who found its faces.
    ///
    /// - Parameter isMirrored: whether its faces are written mirrored.
    init(_ reader: FaceTrackReader, path: String, isMirrored: Bool) {
        let track = reader.video
        let described = track == nil ? ImageDescription(reader.movie) : nil
        self.init(
            sourceKind: "file",
            sourceName: path.replacingEscapedBytes,
            videoSize: track?.displayedSize ?? described?.displayedSize
                ?? Size(width: 0, height: 0))
        self.isMirrored = isMirrored
        if let track {
            let images = TrackStatistics(of: track, in: reader.movie)
            frameRate = images.averageRate
            duration = images.end
            frameCount = images.damage == nil ? images.sampleCount : nil
        } else {
            frameRate = described?.frameRate
        }
        detectorName = Self.text(DetectorMetadata.detector, of: reader.movie)
        modelName = Self.text(DetectorMetadata.model, of: reader.movie)
        modelSHA256 = Self.text(DetectorMetadata.modelSHA256, of: reader.movie)
        kernelName = Self.text(DetectorMetadata.kernel, of: reader.movie)
        meshName = Self.text(DetectorMetadata.mesh, of: reader.movie)
        meshSHA256 = Self.text(DetectorMetadata.meshSHA256, of: reader.movie)
    }

    private static func text(_ key: String, of movie: MovieReader) -> String? {
        movie.metadata.first { $0.key == key }.flatMap(\.text).flatMap { $0.isEmpty ? nil : $0 }
    }
}
