internal import CaptureQueues
internal import FaceValues

/// Looks at the clocks of a session of live sources, four times a second on the thread `fc.pulse`.
final class SessionPulse: Sendable {
    private struct State {
        var detector = StandstillDetector(at: .now)
        var standstills: [Standstill] = []
        var loops: [CaptureLoop] = []
        var isStopped = false
    }

    private static var intervalNanoseconds: Int64 { 250_000_000 }

    private let state: Monitor<State>
    private let thread: WorkerThread

    /// Starts the thread; throws `systemFailed` when the system has no room for it.
    init() throws(FacecapError) {
        let state = Monitor(State())
        self.state = state
        thread = try WorkerThread(name: "fc.pulse") {
            while true {
                let now = StandstillDetector.Moment.now
                let loops = state.withLock { state in
                    Self.look(&state, at: now)
                    return state.loops
                }
                for loop in loops { loop.endOnceOverdue(nowNanoseconds: now.monotonic) }
                let next = now.monotonic + Self.intervalNanoseconds
                if state.wait(untilNanoseconds: next, { $0.isStopped ? true : nil }) != nil {
                    return
                }
            }
        }
    }

    /// Sets the loops whose durations it watches.
    func watch(_ loops: [CaptureLoop]) { state.withLock { $0.loops = loops } }

    /// How often the process has stood still.
    var standstillCount: Int { state.withLock { $0.standstills.count } }

    /// When the process stood still since there were `count` such times; asked for by a thread that runs,
    /// perhaps before the pulse's own does again.
    func standstills(since count: Int) -> ArraySlice<Standstill> {
        state.withLock { state in
            Self.look(&state, at: .now)
            return state.standstills.dropFirst(count)
        }
    }

    /// Ends the thread and waits for it.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.loops = []
        }
        thread.join()
    }

    deinit { state.withLock { $0.isStopped = true } }

    private static func look(_ state: inout State, at moment: StandstillDetector.Moment) {
        if let standstill = state.detector.look(at: moment) { state.standstills.append(standstill) }
    }
}
