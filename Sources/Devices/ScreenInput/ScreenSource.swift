// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues

/// The screen of an X server, captured at its own pace through shared memory, or through the
/// connection where the server is on another machine.
///
/// A frame whose time is over by more than one frame is passed by as lost. The pointer is not in the
/// frames, which are `bgr24`.
package final class ScreenSource: CaptureSource {
    /// What the frames are like.
    package let videoFormat: VideoFormat?
    /// Always live.
    package var isLive: Bool { true }
    /// `CLOCK_MONOTONIC`.
    package var timebase: CaptureEvent.Timebase { .host }
    /// There is no end.
    package var estimatedFrameCount: Int? { nil }

    /// Ends the stream.
    package var control: any CaptureSourceControl { cancellation }

    private let cancellation = CaptureCancellation()
    private let intervalNanoseconds: Double
    private let grabber: ScreenGrabber
    private var startNanoseconds: Int64?
    private var nextIndex = 0

    /// Connects to the X server.
    ///
    /// - Throws: `sourceNotFound` where there is none or it lets nobody in, `invalidArgument` where the
    ///   part lies outside, `formatUnsupported` in a Wayland session and of a screen without 24 bits of
    ///   color.
    package init(_ request: ScreenRequest = ScreenRequest()) throws(FacecapError) {
        let display = try ScreenEnvironment.current.display(named: request.display)
        grabber = try ScreenGrabber(display: display, region: request.region)
        intervalNanoseconds = request.intervalNanoseconds
        videoFormat = VideoFormat(
            width: grabber.region.width, height: grabber.region.height,
            frameRate: 1e9 / intervalNanoseconds)
    }

    /// Waits for the time of the next frame; the first one comes at once.
    package func nextEvent() throws(FacecapError) -> CaptureEvent? {
        let now = MonotonicClock.nowNanoseconds
        let start = startNanoseconds ?? now
        startNanoseconds = start
        let newest = Int(Double(now - start) / intervalNanoseconds)
        if newest - nextIndex > 1 {
            defer { nextIndex = newest }
            return .lost(count: newest - nextIndex)
        }
        let due = start + Int64(Double(nextIndex) * intervalNanoseconds)
        guard cancellation.wait(untilNanoseconds: due) else { return nil }
        nextIndex += 1
        let captured = MonotonicClock.nowNanoseconds
        return .video(
            VideoSampleBuffer(
                pixelBuffer: try grabber.grab(),
                presentationTime: MediaTime(value: captured / 1000, timescale: 1_000_000),
                captureNanoseconds: captured))
    }
}
