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
        var finishedPaths: Set<String> = []
        var isOver = false
    }

    private let observer: CameraObserver?
    private let isSeries: Bool
    private let goesOnAfterFailure: Bool
    private let active: ActiveRecordings
    private let isCut: RequestFlag?
    private let tellsProgress: Bool
    private let tell: (@Sendable (StreamEvent) -> Void)?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - goesOnAfterFailure: whether the session has more to do than to record.
    ///   - isCut: whether its user asked for the next file, or for the last one to go.
    ///   - tellsProgress: whether `tell` is told how far it is.
    ///   - tell: told of files once that was asked for, and of warnings.
    ///   - observer: tells the user; `nil` where what goes wrong is said by whoever it is thrown to.
    init(
        isSeries: Bool = false, goesOnAfterFailure: Bool = false, active: ActiveRecordings,
        isCut: RequestFlag? = nil, tellsProgress: Bool = false,
        tell: (@Sendable (StreamEvent) -> Void)? = nil, observer: CameraObserver? = nil
    ) {
        self.isCut = isCut
        self.tellsProgress = tellsProgress
        self.tell = tell
        self.isSeries = isSeries
        self.goesOnAfterFailure = goesOnAfterFailure
        self.active = active
        self.observer = observer
    }

    /// How the recording ended; `nil` while it has not.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    /// The files that were begun.
    var paths: [String] { state.withLock { $0.paths } }

    func movieFileOutput(
        _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event
    ) {
        switch event {
        case .fileStarted(let path):
            state.withLock { state in
                state.paths.append(path)
                state.finishedPaths.remove(path)
            }
            tellOfFile(.fileStarted(path: path))
        case .fileFinished(let path, let duration, let byteCount):
            state.withLock { _ = $0.finishedPaths.insert(path) }
            tellOfFile(.fileFinished(path: path, duration: duration, byteCount: byteCount))
            guard isSeries || isCut?.isSet == true else { return }
            remark("\(path): \(RecordingSummary.text(duration: duration, byteCount: byteCount))")
        case .fileDeleted(let path):
            state.withLock { state in
                state.paths.removeAll { $0 == path }
                state.finishedPaths.remove(path)
            }
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
        case .warning(let error):
            tell?(.warning(error))
            say(error.message)
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
            let last = state.withLock { state in
                state.paths.last { !state.finishedPaths.contains($0) }
            }
            say("cancelled" + (last.map { "; \($0) was removed" } ?? ""))
            leave(.request)
        }
    }

    private func tellOfFile(_ event: StreamEvent) {
        if isCut?.isSet == true { tell?(event) }
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

    private func say(_ message: String) { observer?.say(message) }

    private func remark(_ message: String) { observer?.remark(message) }
}
