// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// A frame with its number among those of its input.
public struct CapturedFrame: Sendable {
    /// Its number among the frames of its input.
    public let id: FrameID
    /// The frame and its time.
    public let sampleBuffer: VideoSampleBuffer

    /// A frame of a source that is read without a session.
    package init(id: FrameID, sampleBuffer: VideoSampleBuffer) {
        self.id = id
        self.sampleBuffer = sampleBuffer
    }

    /// What remains known of the frame once its image is gone.
    public var header: Header {
        Header(
            id: id, presentationTime: sampleBuffer.presentationTime,
            captureNanoseconds: sampleBuffer.captureNanoseconds,
            orientation: sampleBuffer.orientation, zoom: sampleBuffer.zoom,
            size: sampleBuffer.pixelBuffer.size, duration: sampleBuffer.duration)
    }

    /// The same frame with another image of the same moment.
    public func replacingSampleBuffer(with sampleBuffer: VideoSampleBuffer) -> CapturedFrame {
        CapturedFrame(id: id, sampleBuffer: sampleBuffer)
    }
}
