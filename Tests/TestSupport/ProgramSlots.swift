// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Keeps the number of programs that run at once near the number of processors: all tests run side by
/// side, and programs that starve one another take longer than they are waited for.
///
/// A test whose program runs already gets a place for the next one at once: tests that wait for one another's places
/// would wait for ever.
final class ProgramSlots: Sendable {
    /// The task of a test, as long as it has places.
    typealias Holder = Int

    private struct State {
        /// Below zero where tests have more than one.
        var free: Int
        var counts: [Holder: Int] = [:]
        var waiting: [(holder: Holder, CheckedContinuation<Void, Never>)] = []
    }

    static let shared = ProgramSlots(ProcessInfo.processInfo.activeProcessorCount + 1)

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Waits until another program may run, and takes its place for the task that asks.
    func take() async -> Holder {
        let holder = withUnsafeCurrentTask { $0?.hashValue ?? 0 }
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 || state.counts[holder] != nil else {
                    state.waiting.append((holder, continuation))
                    return false
                }
                state.free -= 1
                state.counts[holder, default: 0] += 1
                return true
            }
            if isFree { continuation.resume() }
        }
        return holder
    }

    /// Gives a place back, to the one who waits longest.
    func put(_ holder: Holder) {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.free += 1
            state.counts[holder] = state.counts[holder].flatMap { $0 > 1 ? $0 - 1 : nil }
            guard state.free > 0, !state.waiting.isEmpty else { return nil }
            let (next, continuation) = state.waiting.removeFirst()
            state.free -= 1
            state.counts[next, default: 0] += 1
            return continuation
        }
        next?.resume()
    }
}
