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
        moviePath = sourceName
        if let track {
            pixelAspectRatio = track.displayedPixelAspectRatio
            let images = TrackStatistics(of: track, in: reader.movie)
            frameRate = images.averageRate
            duration = images.end
            frameCount = images.damage == nil ? images.sampleCount : nil
        } else {
            frameRate = described?.frameRate
        }
        detector = DetectorMetadata.names(in: reader.movie)
    }
}
