package import CaptureSamples
package import FaceValues
internal import SystemSupport

/// A camera that is opened again, in full, when it stalls, fails or is unplugged, for as long as that
/// takes.
///
/// Between `.interrupted` and `.interruptionEnded` there are no frames; the frames of that time are
/// part of the gap, not lost ones. A camera that comes back may have frames of another size.
package final class ReconnectingCamera: CaptureSource, @unchecked Sendable {
    /// What the frames were like when the camera was opened first.
    package let videoFormat: VideoFormat?
    /// What the depth images were like when the camera was opened first.
    package let depthFormat: VideoFormat?
    /// What the audio was like when the camera was opened first.
    package let audioFormat: AudioFormat?
    /// What the encoded samples were like when the camera was opened first.
    package let encodedFormats: EncodedSample.Formats
    /// That of the camera.
    package let timebase: CaptureEvent.Timebase
    /// Always: a camera waits for nobody.
    package var isLive: Bool { true }
    /// Never known.
    package var estimatedFrameCount: Int? { nil }

    private struct State {
        /// `nil` while the camera is away.
        var camera: (any CaptureSource)?
        var isCancelled = false
        /// What ``needsFrames(ofLongerSide:)`` said; `nil` when it was not called.
        var requestedSide: Int??
    }

    private enum Answer {
        case event(CaptureEvent)
        case trouble(reason: String, FacecapError)
        case end
    }

    private let open: @Sendable () throws(FacecapError) -> any CaptureSource
    private let state: Monitor<State>
    // Only the capture thread, the one that calls `nextEvent()`, touches these.
    private var schedule: ReopenSchedule
    private var isInterrupted = false
    private var pending: CaptureEvent?
    /// Why the camera was closed last.
    private var trouble = FacecapError(.deviceDisconnected, "")

    /// Opens a camera with `open`, which is called again each time it has to be opened again: it has to
    /// find the same camera wherever it is plugged in by then, and throws `.sourceNotFound` while it
    /// is away.
    ///
    /// Throws what `open` throws the first time.
    package convenience init(
        open: @escaping @Sendable () throws(FacecapError) -> any CaptureSource
    ) throws(FacecapError) {
        try self.init(schedule: ReopenSchedule(), open: open)
    }

    init(
        schedule: ReopenSchedule,
        open: @escaping @Sendable () throws(FacecapError) -> any CaptureSource
    ) throws(FacecapError) {
        let camera = try open()
        videoFormat = camera.videoFormat
        depthFormat = camera.depthFormat
        audioFormat = camera.audioFormat
        encodedFormats = camera.encodedFormats
        timebase = camera.timebase
        self.open = open
        self.schedule = schedule
        state = Monitor(State(camera: camera))
    }

    /// Waits for the next event of the camera, or for the camera to come back.
    package func nextEvent() -> CaptureEvent? {
        while true {
            if let event = pending {
                pending = nil
                return event
            }
            guard reopen() else { return nil }
            switch read() {
            case .end: return nil
            case .event(let event):
                if let event = pass(event) { return event }
            case .trouble(let reason, let error):
                // Closed, and by that stopped, before it is opened again.
                state.withLock { $0.camera = nil }
                trouble = error
                guard isInterrupted else {
                    isInterrupted = true
                    return .interrupted(reason: reason)
                }
            }
        }
    }

    /// Makes a waiting ``nextEvent()``, and every later one, return `nil` soon; from any thread.
    package func cancel() {
        let camera = state.withLock { state in
            state.isCancelled = true
            return state.camera
        }
        camera?.cancel()
    }

    /// Told to the camera, also to the one that is opened next.
    package func needsFrames(ofLongerSide longerSide: Int?) {
        let camera = state.withLock { state in
            state.requestedSide = .some(longerSide)
            return state.camera
        }
        camera?.needsFrames(ofLongerSide: longerSide)
    }

    private func read() -> Answer {
        guard let camera = state.withLock({ $0.isCancelled ? nil : $0.camera }) else { return .end }
        do throws(FacecapError) {
            switch try camera.nextEvent() {
            case .interrupted(let reason)?:
                return .trouble(reason: reason, FacecapError(.systemFailed, reason))
            case let event?: return .event(event)
            case nil: return .end
            }
        } catch {
            let isAway = error.code == .deviceDisconnected
            return .trouble(reason: isAway ? "the camera went away" : error.message, error)
        }
    }

    /// What becomes of an event of the camera: the first frame ends an interruption.
    private func pass(_ event: CaptureEvent) -> CaptureEvent? {
        guard isInterrupted else { return event }
        switch event {
        case .video, .depth, .dropped:
            isInterrupted = false
            schedule.reset()
            pending = event
            return .interruptionEnded
        case .lost, .interrupted, .interruptionEnded: return nil
        case .audio, .encoded, .lostAudio, .warning: return event
        }
    }

    /// Opens the camera where it is closed, as often as it takes; `false` once it was cancelled.
    private func reopen() -> Bool {
        while state.withLock({ $0.camera == nil }) {
            let deadline = MonotonicClock.nowNanoseconds + schedule.wait(after: trouble)
            let isCancelled = state.wait(untilNanoseconds: deadline) { $0.isCancelled ? true : nil }
            if isCancelled == true { return false }
            do throws(FacecapError) {
                let camera = try open()
                let requestedSide = state.withLock { state in
                    if !state.isCancelled { state.camera = camera }
                    return state.requestedSide
                }
                if let requestedSide { camera.needsFrames(ofLongerSide: requestedSide) }
                if state.withLock(\.isCancelled) { return false }
            } catch {
                trouble = error
            }
        }
        return true
    }
}
