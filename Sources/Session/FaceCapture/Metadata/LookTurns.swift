// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
import Glibc
internal import SystemSupport

/// Lets the live streams of a process look at their frames in turn, as many at a time as there are processors: each gets
/// as many turns as any other that wants them, and no look takes long because all go on at once.
final class LookTurns: Sendable {
    /// Those of this process.
    static let shared = LookTurns(atOnce: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    private struct State {
        var taken = 0
        var finished = 0
    }

    private let atOnce: Int
    private let patienceNanoseconds: Int64
    private let state = Monitor(State())

    /// Turns of which so many are taken at once.
    ///
    /// - Parameter patienceNanoseconds: how long a turn is waited for: a look that does not end holds up no others.
    init(atOnce: Int, patienceNanoseconds: Int64 = 500_000_000) {
        self.atOnce = atOnce
        self.patienceNanoseconds = patienceNanoseconds
    }

    /// Waits for a turn, in the order of the calls, and takes it until ``give()``.
    ///
    /// - Parameter isInLine: called once the place among those who wait is certain.
    func take(_ isInLine: () -> Void = {}) {
        let number = state.withLock { state in
            defer { state.taken += 1 }
            return state.taken
        }
        isInLine()
        let deadline = MonotonicClock.nowNanoseconds + patienceNanoseconds
        _ = state.wait(untilNanoseconds: deadline) { state in
            number < state.finished + atOnce ? () : nil
        }
    }

    /// Ends the turn that the calling thread took.
    func give() { state.withLock { $0.finished += 1 } }
}
