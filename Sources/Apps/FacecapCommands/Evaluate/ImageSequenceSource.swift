// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Hands out the images of a sequence as frames of a video.
final class ImageSequenceSource: CaptureSource {
    /// Ticks of a time stamp in a second.
    private static let timescale: Int32 = 90_000

    let videoFormat: VideoFormat?
    let isLive = false
    var estimatedFrameCount: Int? { sequence.paths.count }
    var control: any CaptureSourceControl { cancellation }

    private let sequence: ImageSequence
    private let opening: FileOpening
    private let cancellation = CaptureCancellation()
    private var next = 0

    /// Reads the first image to see what the frames are like.
    init(_ sequence: ImageSequence, opening: FileOpening) throws(FacecapError) {
        self.sequence = sequence
        self.opening = opening
        let format = try opening.source(sequence.paths[0]).videoFormat
        videoFormat = format.map {
            VideoFormat(
                width: $0.width, height: $0.height, frameRate: sequence.frameRate,
                orientation: $0.orientation)
        }
    }

    func nextEvent() throws(FacecapError) -> CaptureEvent? {
        guard !cancellation.isCancelled, next < sequence.paths.count else { return nil }
        let path = sequence.paths[next]
        let ticks = Double(next) / sequence.frameRate * Double(Self.timescale)
        next += 1
        let image = try DecodedFrames.read(path, frame: 0, opening: opening)
        return .video(
            VideoSampleBuffer(
                pixelBuffer: image.pixelBuffer,
                presentationTime: MediaTime(
                    value: Int64(ticks.rounded()), timescale: Self.timescale),
                orientation: image.orientation, captureNanoseconds: MonotonicClock.nowNanoseconds))
    }
}
