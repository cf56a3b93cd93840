// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Hears what happens to a recording, tells its user, and says when it is over.
final class RecordMonitor: CaptureFileOutputRecordingDelegate {
    /// How a recording ended.
    enum Outcome: Sendable, Hashable {
        case completed
        case cancelled
        case failed(FacecapError)
    }

    private struct State {
        var outcome: Outcome?
        var paths: [String] = []
        var isOver = false
    }

    private let say: @Sendable (String) -> Void
    private let isQuiet: Bool
    private let isSeries: Bool
    private let goesOnAfterFailure: Bool
    private let active: ActiveRecordings
    private let state = Mutex(State())

    /// - Parameter goesOnAfterFailure: whether the session has more to do than to record.
    init(
        isQuiet: Bool, isSeries: Bool, goesOnAfterFailure: Bool, active: ActiveRecordings,
        say: @escaping @Sendable (String) -> Void
    ) {
        self.isQuiet = isQuiet
        self.isSeries = isSeries
        self.goesOnAfterFailure = goesOnAfterFailure
        self.active = active
        self.say = say
    }

    /// How the recording ended; `nil` while it has not.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    /// The files that were begun.
    var paths: [String] { state.withLock { $0.paths } }

    func movieFileOutput(
        _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event
    ) {
        switch event {
        case .fileStarted(let path): state.withLock { $0.paths.append(path) }
        case .fileFinished(let path, let duration, let byteCount):
            guard isSeries else { return }
            remark("\(path): \(RecordingSummary.text(duration: duration, byteCount: byteCount))")
        case .paused: remark("paused")
        case .resumed: remark("recording again")
        case .warning(let error): say(error.message)
        case .limitReached(let reason):
            remark("stopped: \(reason)")
            leave(.limit)
        case .failed(let error):
            end(.failed(error))
            say("the recording ended: " + error.message)
            leave(goesOnAfterFailure ? nil : .limit)
        case .completed:
            end(.completed)
            leave(nil)
        case .cancelled:
            end(.cancelled)
            let last = state.withLock { $0.paths.last }
            say("cancelled" + (last.map { "; \($0) was removed" } ?? ""))
            leave(.request)
        }
    }

    /// Leaves the active recordings, once.
    private func leave(_ cause: StopRequest.Cause?) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isFirst { active.end(cause) }
    }

    /// Of several recordings, one after the other, a failure counts.
    private func end(_ outcome: Outcome) {
        state.withLock { state in
            if case .failed = outcome, state.outcome == .completed { state.outcome = outcome }
            state.outcome = state.outcome ?? outcome
        }
    }

    private func remark(_ message: String) {
        if !isQuiet { say(message) }
    }
}
