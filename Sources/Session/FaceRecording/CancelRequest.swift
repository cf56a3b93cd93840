// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Whether one recording is to be thrown away; from any thread.
final class CancelRequest: Sendable {
    private struct State {
        var isMade = false
        /// The request of the recording that runs in the place of one that was refused.
        var other: CancelRequest?
    }

    private let state = Mutex(State())

    /// Whether it is.
    var isMade: Bool { state.withLock { $0.isMade } }

    /// Makes the request.
    func make() {
        let other = state.withLock { state in
            state.isMade = true
            return state.other
        }
        other?.make()
    }

    /// The recording is refused: whoever cancels it means the other one.
    func pass(to other: CancelRequest) {
        let isMade = state.withLock { state in
            state.other = other
            return state.isMade
        }
        if isMade { other.make() }
    }
}
