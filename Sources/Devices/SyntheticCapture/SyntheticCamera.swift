// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

/// A camera that is drawn: heads before a wall, with exact truth of every frame in ``scene``.
///
/// In real time it behaves as a device with two buffers in reserve: a reader up to two frames late
/// still gets them, a later one gets the newest frame and a `.lost` event before it. The index of a
/// frame is its presentation time times the rate. Frames are drawn before their time, as a sensor is
/// read before a camera delivers; they are `i420`, limited range.
public final class SyntheticCamera: CaptureSource {
    /// What is shown, with the truth.
    public let scene: Scene
    /// What the images are like.
    public let videoFormat: VideoFormat?
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
    private var nextIndex = 0
    private var startNanoseconds: Int64?

    /// A camera that is ready; throws `.invalidArgument` when the configuration is not valid.
    public convenience init(_ configuration: Configuration = Configuration()) throws(FacecapError) {
        try self.init(configuration, controls: Controls())
    }

    /// A camera with the controls of a device that may be opened more than once.
    package init(_ configuration: Configuration, controls: Controls) throws(FacecapError) {
        self.controls = controls
        scene = try Scene(configuration)
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
        let newest = scene.frameRate.frame(atNanoseconds: now - start)
        if newest - nextIndex > Self.reserve {
            let end = scene.configuration.frameCount ?? .max
            let lost = min(newest, end) - nextIndex
            nextIndex += lost
            return .lost(count: lost)
        }
        let due = start + scene.frameRate.time(ofFrame: nextIndex).nanoseconds
        let image = image(ofFrame: nextIndex)
        guard cancellation.wait(untilNanoseconds: due) else { return nil }
        return .video(nextSample(image, captureNanoseconds: due))
    }

    private var isAtEnd: Bool {
        scene.configuration.frameCount.map { nextIndex >= $0 } ?? false
    }

    private func image(ofFrame index: Int) -> PixelBuffer {
        exposedImages.expose(
            renderer.render(frame: index),
            gain: controls.nextGain(light: scene.configuration.light))
    }

    private func nextSample(
        _ image: PixelBuffer, captureNanoseconds: Int64 = MonotonicClock.nowNanoseconds
    ) -> VideoSampleBuffer {
        defer { nextIndex += 1 }
        return VideoSampleBuffer(
            pixelBuffer: image, presentationTime: scene.frameRate.time(ofFrame: nextIndex),
            duration: scene.frameRate.frameDuration, captureNanoseconds: captureNanoseconds)
    }
}
