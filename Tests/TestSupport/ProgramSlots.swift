// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Keeps the number of programs that run at once near the number of processors: all tests run side by
/// side, and programs that starve one another take longer than they are waited for.
final class ProgramSlots: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    static let shared = ProgramSlots(ProcessInfo.processInfo.activeProcessorCount + 1)

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Waits until another program may run, and takes its place.
    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives a place back, to the one who waits longest.
    func put() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
