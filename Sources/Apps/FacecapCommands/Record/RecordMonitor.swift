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
        var completed: [CaptureMovieFileOutput.Status] = []
        var isOver = false
    }

    private let observer: CameraObserver?
    private let files: RecordedFiles
    private let isSeries: Bool
    private let active: ActiveRecordings
    private let isCut: RequestFlag?
    private let tellsProgress: Bool
    private let tell: (@Sendable (StreamEvent) -> Void)?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - files: take note of what becomes of them.
    ///   - isCut: whether its user asked for the next file, or for the last one to go.
    ///   - tellsProgress: whether `tell` is told how far it is.
    ///   - tell: told of files once that was asked for, of warnings and of failures.
    ///   - observer: tells the user; `nil` where what goes wrong is said by whoever it is thrown to.
    init(
        files: RecordedFiles = RecordedFiles(), isSeries: Bool = false, active: ActiveRecordings,
        isCut: RequestFlag? = nil, tellsProgress: Bool = false,
        tell: (@Sendable (StreamEvent) -> Void)? = nil, observer: CameraObserver? = nil
    ) {
        self.isCut = isCut
        self.tellsProgress = tellsProgress
        self.tell = tell
        self.isSeries = isSeries
        self.files = files
        self.active = active
        self.observer = observer
    }

    /// How the recording ended; `nil` while it has not.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    /// How far each recording was that was completed.
    var completed: [CaptureMovieFileOutput.Status] { state.withLock { $0.completed } }

    func movieFileOutput(
        _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event
    ) {
        switch event {
        case .fileStarted(let path):
            files.begin(path)
            beginAgain()
            tellOfFile(.fileStarted(path: path))
        case .fileFinished(let path, let duration, let byteCount):
            files.finish(path)
            tellOfFile(.fileFinished(path: path, duration: duration, byteCount: byteCount))
            guard isSeries || isCut?.isSet == true else { return }
            remark("\(path): \(RecordingSummary.text(duration: duration, byteCount: byteCount))")
        case .fileDeleted(let path):
            files.remove(path)
            tellOfFile(.fileDeleted(path: path))
            remark("deleted \(path)")
        case .progress(let status):
            guard tellsProgress else { return }
            tell?(
                .progress(
                    duration: status.duration, byteCount: status.byteCount,
                    freeByteCount: status.freeByteCount))
        case .paused: remark("paused")
        case .resumed: remark("recording again")
        case .warning(let warning):
            let error = warning.ofCommand
            tell?(.warning(error))
            say(error.message)
        case .limitReached(let reason):
            remark("stopped: \(reason)")
            leave(.limit)
        case .failed(let failure):
            let error = failure.ofCommand
            end(.failed(error))
            tell?(.error(error))
            say("the recording ended: " + error.message)
            leave(.error)
        case .completed:
            state.withLock { $0.completed.append(output.status) }
            end(.completed)
            leave(nil)
        case .cancelled:
            end(.cancelled)
            let last = files.removeUnfinished()
            say("cancelled" + (last.map { "; \($0) was removed" } ?? ""))
            leave(.request)
        }
    }

    private func tellOfFile(_ event: StreamEvent) {
        if isCut?.isSet == true { tell?(event) }
    }

    /// Joins the active recordings again, where it has left them.
    private func beginAgain() {
        let wasOver = state.withLock { state in
            defer { state.isOver = false }
            return state.isOver
        }
        if wasOver { active.begin() }
    }

    /// Leaves the active recordings, once.
    private func leave(_ cause: StopRequest.Cause?) {
        if isFirstToLeave { active.end(cause) }
    }

    /// No more frames come for the recording, whose last file stays open to the session's end.
    func endOfSource() { active.endOfSource(wasOver: !isFirstToLeave) }

    private var isFirstToLeave: Bool {
        state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
    }

    /// Of several recordings, one after the other, a failure counts.
    private func end(_ outcome: Outcome) {
        state.withLock { state in
            if case .failed = outcome, state.outcome == .completed { state.outcome = outcome }
            state.outcome = state.outcome ?? outcome
        }
    }

    private func say(_ message: String) { observer?.say(message) }

    private func remark(_ message: String) { observer?.remark(message) }
}
