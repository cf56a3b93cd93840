// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues

/// Makes events of the buffers that a driver has filled; used by the capture thread alone.
protocol FrameReader: AnyObject {
    /// The events of a buffer whose first bytes are used; `nil` where what it holds is damaged. Whoever
    /// keeps the buffer keeps it from the driver.
    func events(
        of buffer: FilledBuffer, bytesUsed: Int, at place: FrameTimeline.Placement
    ) throws(FacecapError) -> [CaptureEvent]?

    /// Frames before the next one are missing.
    func restart()

    /// Frames of so many pixels on the longer side are large enough; `nil` for as they are.
    func needsFrames(ofLongerSide longerSide: Int?)
}

extension FrameReader {
    func restart() {}

    func needsFrames(ofLongerSide longerSide: Int?) {}
}

extension FrameTimeline.Placement {
    /// The image of the frame that stands here.
    func sample(_ image: PixelBuffer) -> VideoSampleBuffer {
        VideoSampleBuffer(
            pixelBuffer: image, presentationTime: presentationTime,
            captureNanoseconds: captureNanoseconds)
    }
}
