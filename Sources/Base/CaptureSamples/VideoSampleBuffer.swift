// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// One frame with its time, as a source hands it out.
public struct VideoSampleBuffer: Sendable {
    /// The stored frame, before any rotation.
    public let pixelBuffer: PixelBuffer
    /// The stream's own time stamp.
    public let presentationTime: MediaTime
    /// How long it is shown, where the stream says so.
    public let duration: MediaTime?
    /// How the stored frame is displayed.
    public let orientation: VideoOrientation
    /// `CLOCK_MONOTONIC` in nanoseconds when the frame was taken: the driver's time of a camera,
    /// the time of hand-out of a file.
    public let captureNanoseconds: Int64
    /// The shape of a stored pixel.
    public let pixelAspectRatio: VideoFormat.PixelAspectRatio
    /// What the frame shows of what its camera sees.
    package private(set) var zoom = VideoZoom.none

    /// One frame with its time.
    public init(
        pixelBuffer: PixelBuffer, presentationTime: MediaTime, duration: MediaTime? = nil,
        orientation: VideoOrientation = .upright, captureNanoseconds: Int64,
        pixelAspectRatio: VideoFormat.PixelAspectRatio = .square
    ) {
        self.pixelBuffer = pixelBuffer
        self.presentationTime = presentationTime
        self.duration = duration
        self.orientation = orientation
        self.captureNanoseconds = captureNanoseconds
        self.pixelAspectRatio = pixelAspectRatio
    }

    /// The same moment with another frame, of the same orientation.
    public func replacingPixelBuffer(with pixelBuffer: PixelBuffer) -> VideoSampleBuffer {
        replacing(pixelBuffer: pixelBuffer)
    }

    /// The same frame displayed another way.
    public func replacingOrientation(with orientation: VideoOrientation) -> VideoSampleBuffer {
        replacing(orientation: orientation)
    }

    /// The same frame with pixels as wide as high: an image of another size.
    package func squared(to pixelBuffer: PixelBuffer) -> VideoSampleBuffer {
        replacing(pixelBuffer: pixelBuffer, pixelAspectRatio: .square)
    }

    /// The same moment with a frame that shows another part of what the camera sees.
    package func zoomed(to zoom: VideoZoom, with pixelBuffer: PixelBuffer) -> VideoSampleBuffer {
        replacing(pixelBuffer: pixelBuffer, zoom: zoom)
    }

    /// The same frame with the time at which it was taken.
    package func captured(atNanoseconds captureNanoseconds: Int64) -> VideoSampleBuffer {
        replacing(captureNanoseconds: captureNanoseconds)
    }

    /// The same frame at another time.
    package func moved(to presentationTime: MediaTime) -> VideoSampleBuffer {
        replacing(presentationTime: presentationTime)
    }

    private func replacing(
        pixelBuffer: PixelBuffer? = nil, presentationTime: MediaTime? = nil,
        orientation: VideoOrientation? = nil, zoom: VideoZoom? = nil,
        captureNanoseconds: Int64? = nil, pixelAspectRatio: VideoFormat.PixelAspectRatio? = nil
    ) -> VideoSampleBuffer {
        var result = VideoSampleBuffer(
            pixelBuffer: pixelBuffer ?? self.pixelBuffer,
            presentationTime: presentationTime ?? self.presentationTime, duration: duration,
            orientation: orientation ?? self.orientation,
            captureNanoseconds: captureNanoseconds ?? self.captureNanoseconds,
            pixelAspectRatio: pixelAspectRatio ?? self.pixelAspectRatio)
        result.zoom = zoom ?? self.zoom
        return result
    }
}
