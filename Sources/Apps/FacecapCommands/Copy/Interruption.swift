// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The request to end a run of several parts, which may come at any time and from any thread.
final class Interruption: Sendable {
    private struct State {
        var isMade = false
        var endPart: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    /// Whether the run is to end.
    var isMade: Bool { state.withLock { $0.isMade } }

    /// Ends the run with the part that is at work.
    func make() {
        let endPart = state.withLock { state in
            state.isMade = true
            return state.endPart
        }
        endPart()
    }

    /// Says how the part that begins now is ended, which happens at once where the request was made before.
    func begin(endPart: @escaping @Sendable () -> Void) {
        let isMade = state.withLock { state in
            state.endPart = endPart
            return state.isMade
        }
        if isMade { endPart() }
    }
}
