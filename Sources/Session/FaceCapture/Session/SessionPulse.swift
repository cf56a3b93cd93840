// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import SystemSupport

/// Looks at the clocks of a session of live sources, four times a second on the thread `fc.pulse`.
final class SessionPulse: Sendable {
    private struct State {
        /// On the monotonic clock, nanoseconds.
        var lastLook = MonotonicClock.nowNanoseconds
        var standstills: [Standstill] = []
        var loops: [CaptureLoop] = []
        var isStopped = false
    }

    private static var intervalNanoseconds: Int64 { 250_000_000 }
    /// When the thread has not looked for so long it is late.
    private static var maximumIntervalNanoseconds: Int64 { 1_000_000_000 }

    private let state: Monitor<State>
    private let thread: WorkerThread

    /// Starts the thread; throws `systemFailed` when the system has no room for it.
    init() throws(FacecapError) {
        let state = Monitor(State())
        self.state = state
        thread = try WorkerThread(name: "fc.pulse") {
            var detector = StandstillDetector(at: .now)
            while true {
                let now = StandstillDetector.Moment.now
                let standstill = detector.look(at: now)
                let loops = state.withLock { state in
                    if let standstill { state.standstills.append(standstill) }
                    state.lastLook = now.monotonic
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

    /// When the process stood still since there were `count` such times; asked for by a thread that runs, and
    /// that waits for the pulse's own where that does not yet again.
    func standstills(since count: Int) -> ArraySlice<Standstill> {
        let now = MonotonicClock.nowNanoseconds
        return state.wait { state in
            let isLate = state.lastLook < now - Self.maximumIntervalNanoseconds
            return isLate && !state.isStopped ? nil : state.standstills.dropFirst(count)
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
}
