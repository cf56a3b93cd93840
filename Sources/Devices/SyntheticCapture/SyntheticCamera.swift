// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

/// A camera that is drawn: heads before a wall, with exact truth of every frame in ``scene``.
///
/// In real time it behaves as a device with two buffers in reserve: a reader up to two frames late
/// still gets them, a later one gets the newest frame and a `.lost` event before it. The index of a
/// frame is its presentation time times the configured rate, also at another rate, at which frames are left out or
/// shown again. Frames are drawn before their time, as a sensor is
/// read before a camera delivers; they are `i420`, limited range.
public final class SyntheticCamera: CaptureSource {
    /// What is shown, with the truth.
    public let scene: Scene
    /// What the images are like.
    public private(set) var videoFormat: VideoFormat?
    /// Whether frames come at their time.
    public var isLive: Bool { scene.configuration.isRealTime }
    /// The configured number of frames.
    public var estimatedFrameCount: Int? { scene.configuration.frameCount }

    /// Ends the stream.
    public var control: any CaptureSourceControl { cancellation }

    private static let reserve = 2
    private let cancellation = CaptureCancellation()
    private let renderer: SceneRenderer
    private let controls: Controls
    private let exposedImages = ExposedImages()
    /// Of the frames that come, which are those of the scene unless the rate was changed.
    private var nextIndex = 0
    private var frameRate: FrameRate
    /// The frame from which on the rate counts, and its time.
    private var rateStart = (index: 0, time: MediaTime.zero)
    private var startNanoseconds: Int64?

    /// A camera that is ready; throws `.invalidArgument` when the configuration is not valid.
    public convenience init(_ configuration: Configuration = Configuration()) throws(FacecapError) {
        try self.init(configuration, controls: Controls())
    }

    /// A camera with the controls of a device that may be opened more than once.
    package init(_ configuration: Configuration, controls: Controls) throws(FacecapError) {
        self.controls = controls
        scene = try Scene(configuration)
        frameRate = scene.frameRate
        videoFormat = VideoFormat(
            width: configuration.width, height: configuration.height,
            frameRate: scene.frameRate.framesPerSecond)
        renderer = SceneRenderer(scene)
    }

    /// Waits for the time of the next frame, unless frames come as fast as they are read.
    ///
    /// The first frame comes at once.
    public func nextEvent() throws(FacecapError) -> CaptureEvent? {
        guard !cancellation.isCancelled, !isAtEnd else { return nil }
        guard isLive else {
            return .video(nextSample(image(ofFrame: nextIndex)))
        }
        guard let start = startNanoseconds else {
            let first = image(ofFrame: 0)
            let start = MonotonicClock.nowNanoseconds
            startNanoseconds = start
            return .video(nextSample(first, captureNanoseconds: start))
        }

        let now = MonotonicClock.nowNanoseconds
        let newest =
            rateStart.index
            + frameRate.frame(atNanoseconds: now - start - rateStart.time.nanoseconds)
        if newest - nextIndex > Self.reserve {
            let end = scene.configuration.frameCount ?? .max
            let lost = min(newest, end) - nextIndex
            nextIndex += lost
            return .lost(count: lost)
        }
        let due = start + time(ofFrame: nextIndex).nanoseconds
        let image = image(ofFrame: nextIndex)
        guard cancellation.wait(untilNanoseconds: due) else { return nil }
        return .video(nextSample(image, captureNanoseconds: due))
    }

    /// The next frame comes so much after the last one as the new rate says.
    ///
    /// Throws `.formatUnsupported` for rates that no synthetic camera has.
    public func setFrameRate(_ frameRate: Double) throws(FacecapError) -> Double? {
        guard Configuration.frameRates.contains(frameRate) else {
            throw FacecapError(
                .formatUnsupported,
                "The synthetic camera gives 1 to 120 frames a second, not \(frameRate): ask for one of these rates."
            )
        }
        let last = max(0, nextIndex - 1)
        // In microseconds, so that the times of both rates fit.
        rateStart = (
            last,
            MediaTime(seconds: time(ofFrame: last).seconds, preferredTimescale: 1_000_000)
        )
        self.frameRate = FrameRate(framesPerSecond: frameRate)
        videoFormat = videoFormat?.with(frameRate: self.frameRate.framesPerSecond)
        return self.frameRate.framesPerSecond
    }

    private func time(ofFrame index: Int) -> MediaTime {
        let time = frameRate.time(ofFrame: index - rateStart.index)
        return rateStart.index == 0 ? time : rateStart.time.advanced(by: time)
    }

    private var isAtEnd: Bool {
        scene.configuration.frameCount.map { nextIndex >= $0 } ?? false
    }

    private func image(ofFrame index: Int) -> PixelBuffer {
        exposedImages.expose(
            renderer.render(frame: scene.frameIndex(at: time(ofFrame: index))),
            gain: controls.nextGain(light: scene.configuration.light))
    }

    private func nextSample(
        _ image: PixelBuffer, captureNanoseconds: Int64 = MonotonicClock.nowNanoseconds
    ) -> VideoSampleBuffer {
        defer { nextIndex += 1 }
        return VideoSampleBuffer(
            pixelBuffer: image, presentationTime: time(ofFrame: nextIndex),
            duration: frameRate.frameDuration, captureNanoseconds: captureNanoseconds)
    }
}
