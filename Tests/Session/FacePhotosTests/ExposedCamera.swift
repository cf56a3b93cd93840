// SPDX-License-Identifier: Apache-2.0
import CaptureControls
import CaptureSamples
import FaceValues
import Glibc
import SystemSupport

/// A camera whose gray frames are as bright as its exposure and its lamp make them; an exposure shows some frames
/// after it was set.
final class ExposedCamera: CaptureSource, CaptureSourceControl, CameraControlling {
    /// What a frame is like without a bias, 0...255, and what the lamp adds.
    static let (luma, lamp) = (80.0, 60.0)
    /// How long a frame is exposed without a bias, in seconds.
    static let duration = 0.02

    struct Script {
        var latency = 2
        var light = 1.0
        var hasBias = true
        var hasDuration = true
        /// A duration that was set by hand before.
        var firstDuration: Double?
        var hasFlash = true
        /// A bias that the driver refuses.
        var refused: Double?
        var isLive = false
        var firstBias = 0.0
        /// Whether the driver never tells that the lamp shone.
        var deniesFlash = false
        /// Whether the driver is busy when a flash is to end for the first time.
        var isBusyAtFirstEnd = false
        var frameMicroseconds: UInt32 = 1000
        var frameCount = Int64.max
        /// Whether no frame comes any more once a bias was set.
        var standsStillOnceBiased = false
    }

    private struct State {
        var bias: Double
        var pending: [Double] = []
        var biases: [Double] = []
        /// By hand; `nil` where the camera exposes by itself.
        var duration: Double?
        var durations: [Double] = []
        var hasAutomaticGain = false

        var brightness: Double { duration.map { $0 / ExposedCamera.duration } ?? exp2(bias) }
        var isFlashing = false
        var flashCount = 0
        var endCount = 0
        var next: Int64 = 0
        /// When the last frame was captured, and how bright it was exposed.
        var captureNanoseconds: Int64
        var shown: Double?
        var isCancelled = false

        /// The brightness of the next frame.
        mutating func expose(latency: Int, frameNanoseconds: Int64) -> Double {
            while pending.count <= latency { pending.append(brightness) }
            let exposed = pending.removeFirst()
            let others = [shown ?? exposed, brightness] + pending
            // Until a change shows, time passes as frames do, however late the thread of a busy machine is.
            if others.allSatisfy({ $0 == exposed }) {
                captureNanoseconds = MonotonicClock.nowNanoseconds
            } else {
                captureNanoseconds += frameNanoseconds
            }
            shown = exposed
            return exposed
        }
    }

    private let script: Script
    private let start = MonotonicClock.nowNanoseconds
    private let now: Monitor<State>
    private let pool = PixelBufferPool(format: .gray8, width: 64, height: 48, isFullRange: true)

    init(_ script: Script = Script()) {
        self.script = script
        now = Monitor(
            State(
                bias: script.firstBias, duration: script.firstDuration, captureNanoseconds: start))
    }

    /// The biases that were set, in order.
    var biases: [Double] { now.withLock { $0.biases } }
    /// The durations that were set, in order.
    var durations: [Double] { now.withLock { $0.durations } }
    var duration: Double? { now.withLock { $0.duration } }
    var hasAutomaticGain: Bool { now.withLock { $0.hasAutomaticGain } }
    var bias: Double { now.withLock { $0.bias } }
    var isFlashing: Bool { now.withLock { $0.isFlashing } }
    var flashCount: Int { now.withLock { $0.flashCount } }

    /// Waits until a bias was set, or two minutes.
    func waitForBias() {
        _ = now.wait(untilNanoseconds: MonotonicClock.nowNanoseconds + 120_000_000_000) {
            $0.biases.isEmpty ? nil : true
        }
    }

    // MARK: Frames

    var videoFormat: VideoFormat? { VideoFormat(width: 64, height: 48, frameRate: 100) }
    var isLive: Bool { script.isLive }
    var estimatedFrameCount: Int? { nil }

    func nextEvent() throws(FacecapError) -> CaptureEvent? {
        usleep(script.frameMicroseconds)
        if script.standsStillOnceBiased {
            now.wait { $0.biases.isEmpty || $0.isCancelled ? () : nil }
        }
        let frame = now.withLock { state -> (luma: Double, time: Int64)? in
            guard !state.isCancelled, state.next < script.frameCount else { return nil }
            let brightness = state.expose(
                latency: script.latency,
                frameNanoseconds: Int64(script.frameMicroseconds) * 1000)
            state.next += 1
            let light = Self.luma * script.light + (state.isFlashing ? Self.lamp : 0)
            return (light * brightness, state.captureNanoseconds)
        }
        guard let (luma, time) = frame else { return nil }
        let image = pool.makePixelBuffer { planes in
            planes[0].bytes.initializeMemory(
                as: UInt8.self, repeating: UInt8(min(luma.rounded(), 255)),
                count: planes[0].bytesPerRow * 48)
        }
        return .video(
            VideoSampleBuffer(
                pixelBuffer: image,
                presentationTime: MediaTime(value: (time - start) / 1000, timescale: 1_000_000),
                captureNanoseconds: time))
    }

    func cancel() { now.withLock { $0.isCancelled = true } }

    // MARK: Controls

    func state() -> CaptureControl.State { now.withLock { described($0) } }

    func withConfigurationLock(
        _ body: (CaptureControl.State, inout CaptureControl.Changes) throws(FacecapError) -> Void
    ) throws(FacecapError) -> CaptureControl.State {
        var changes = CaptureControl.Changes()
        try body(state(), &changes)
        changes = try changes.validated(for: state())
        if let bias = changes.exposureTargetBias, bias == script.refused {
            throw FacecapError(.systemFailed, "The driver refuses \(bias).")
        }
        return now.withLock { state in
            if let bias = changes.exposureTargetBias {
                state.bias = bias
                state.biases.append(bias)
            }
            if changes.exposureMode == .continuousAutoExposure {
                // Drivers couple them.
                (state.duration, state.hasAutomaticGain) = (nil, true)
            }
            if let duration = changes.exposureDuration {
                state.duration = duration
                state.durations.append(duration)
            }
            if changes.gain != nil { state.hasAutomaticGain = false }
            return described(state)
        }
    }

    func reset() -> CaptureControl.State { state() }

    func beginFlash() throws(FacecapError) -> CaptureControl.Flash {
        now.withLock { state in
            state.isFlashing = true
            state.flashCount += 1
        }
        return CaptureControl.Flash()
    }

    func endFlash(_ flash: CaptureControl.Flash) throws(FacecapError) -> Bool {
        let isFirst = now.withLock { state in
            state.endCount += 1
            return state.endCount == 1
        }
        if isFirst, script.isBusyAtFirstEnd {
            throw FacecapError(.deviceBusy, "Another program locks the camera.")
        }
        return now.withLock { state in
            defer { state.isFlashing = false }
            return state.isFlashing && !script.deniesFlash
        }
    }

    private func described(_ state: State) -> CaptureControl.State {
        let mode: CaptureControl.ExposureMode =
            state.duration == nil ? .continuousAutoExposure : .custom
        var controls = [
            CaptureControl(
                name: .exposureMode,
                domain: .choices(CaptureControl.ExposureMode.allCases.map(\.rawValue)),
                value: mode.controlValue),
            CaptureControl(
                name: .exposureDuration, domain: .range(0.001...1, step: 0.001), unit: "s",
                value: .number(state.duration ?? Self.duration), isReadOnly: !script.hasDuration),
            CaptureControl(
                name: .gain, domain: .range(0...100, step: 1), value: .number(30),
                isActive: !state.hasAutomaticGain),
            // Ruled by an automatic mode that nobody asks.
            CaptureControl(
                name: .iso, domain: .numbers([100, 200]), value: .number(200), isActive: false),
        ]
        if script.hasBias {
            controls.append(
                CaptureControl(
                    name: .exposureTargetBias, domain: .range(-2...2, step: 0.5), unit: "EV",
                    value: .number(state.bias)))
        }
        if script.hasFlash {
            controls.append(
                CaptureControl(
                    name: .flashMode, domain: .choices(["on", "off"]), value: .choice("off")))
        }
        return CaptureControl.State(controls)
    }
}
