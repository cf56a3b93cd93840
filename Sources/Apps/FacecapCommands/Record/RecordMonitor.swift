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
    }

    private let observer: CameraObserver?
    private let files: RecordedFiles
    private let isSeries: Bool
    private let active: ActiveRecordings
    private let index: Int
    private let isCut: RequestFlag?
    private let tellsProgress: Bool
    private let tell: (@Sendable (StreamEvent) -> Void)?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - files: take note of what becomes of them.
    ///   - index: which of the active recordings it is.
    ///   - isCut: whether its user asked for the next file, or for the last one to go.
    ///   - tellsProgress: whether `tell` is told how far it is.
    ///   - tell: told of files once that was asked for, of warnings and of failures.
    ///   - observer: tells the user; `nil` where what goes wrong is said by whoever it is thrown to.
    init(
        files: RecordedFiles = RecordedFiles(), isSeries: Bool = false, active: ActiveRecordings,
        index: Int = 0, isCut: RequestFlag? = nil, tellsProgress: Bool = false,
        tell: (@Sendable (StreamEvent) -> Void)? = nil, observer: CameraObserver? = nil
    ) {
        self.isCut = isCut
        self.tellsProgress = tellsProgress
        self.tell = tell
        self.isSeries = isSeries
        self.files = files
        self.active = active
        self.index = index
        self.observer = observer
    }

    /// How the recording ended; `nil` while it has not.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    /// How far each recording was that was completed.
    var completed: [CaptureMovieFileOutput.Status] { state.withLock { $0.completed } }

    /// Whether tables are whole: no recording failed, and one was completed where another was cancelled.
    var isWhole: Bool {
        state.withLock { state in
            switch state.outcome {
            case .completed, nil: true
            case .cancelled: !state.completed.isEmpty
            case .failed: false
            }
        }
    }

    func movieFileOutput(
        _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event
    ) {
        switch event {
        case .fileStarted(let path):
            files.begin(path)
            active.begin(index)
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
        case .markerAdded(let text, let time):
            remark("marked \(time.seconds.clockText(decimals: 1)): \(text)")
        case .warning(let warning):
            let error = warning.ofCommand
            tell?(.warning(error))
            say(error.message)
        case .limitReached(let reason):
            remark("stopped: \(reason)")
            active.end(index, .limit)
        case .failed(let failure):
            let error = failure.ofCommand
            end(.failed(error))
            tell?(.error(error))
            say("the recording ended: " + error.message)
            active.end(index, .error)
        case .completed:
            state.withLock { $0.completed.append(output.status) }
            end(.completed)
            active.end(index, nil)
        case .cancelled:
            end(.cancelled)
            let last = files.removeUnfinished()
            say("cancelled" + (last.map { "; \($0) was removed" } ?? ""))
            active.end(index, .request)
        }
    }

    private func tellOfFile(_ event: StreamEvent) {
        if isCut?.isSet == true { tell?(event) }
    }

    /// Of several recordings, one after the other, the first counts that was not completed.
    private func end(_ outcome: Outcome) {
        state.withLock { state in
            if state.outcome ?? .completed == .completed { state.outcome = outcome }
        }
    }

    private func say(_ message: String) { observer?.say(message) }

    private func remark(_ message: String) { observer?.remark(message) }
}
