// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Counts the recordings of a session that are not over, and ends the session with the last one.
final class ActiveRecordings: Sendable {
    private struct State {
        var count: Int
        /// Why the last recording ended that did so by itself.
        var cause: StopRequest.Cause?
    }

    private let state: Mutex<State>
    private let stopRequest: StopRequest

    init(count: Int, stopRequest: StopRequest) {
        state = Mutex(State(count: count))
        self.stopRequest = stopRequest
    }

    /// One that was over goes on with another file.
    func begin() { state.withLock { $0.count += 1 } }

    /// One of them is over.
    ///
    /// - Parameter cause: why the session should not go on without recordings; `nil` where it may.
    func end(_ cause: StopRequest.Cause?) {
        let isLast = state.withLock { state in
            state.count -= 1
            state.cause = cause ?? state.cause
            return state.count <= 0
        }
        if isLast, let cause { stopRequest.make(cause) }
    }

    /// The source of one of them is over; the session ends by itself with the last source.
    ///
    /// - Parameter wasOver: whether the recording was so before: its movie may be complete sooner.
    func endOfSource(wasOver: Bool) {
        let cause = state.withLock { state in
            if !wasOver { state.count -= 1 }
            return state.count <= 0 ? state.cause : nil
        }
        if let cause { stopRequest.make(cause) }
    }
}
