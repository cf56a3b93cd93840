// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Synchronization

/// Keeps the number of programs that run at once near the number of processors: all tests run side by
/// side, and programs that starve one another take longer than they are waited for.
///
/// What runs may wait for a program that does not run yet, as a test does that has made its video by another one:
/// where none ended for a while, the next one runs beside them.
final class ProgramSlots: @unchecked Sendable {
    private struct State {
        /// Below zero where more run than are meant to.
        var free: Int
        var hasMoved = false
        var waiting: [CheckedContinuation<Void, Never>] = []

        mutating func next() -> CheckedContinuation<Void, Never>? {
            guard !waiting.isEmpty else { return nil }
            free -= 1
            hasMoved = true
            return waiting.removeFirst()
        }
    }

    static let shared = ProgramSlots(
        ProcessInfo.processInfo.activeProcessorCount + 1, patience: .seconds(10))

    private let state: Mutex<State>
    private let watch: any DispatchSourceTimer

    /// - Parameter patience: how long at most nothing begins or ends where something waits.
    init(_ count: Int, patience: DispatchTimeInterval) {
        state = Mutex(State(free: count))
        watch = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "program slots"))
        watch.schedule(deadline: .now() + patience, repeating: patience)
        watch.setEventHandler { [weak self] in
            self?.state.withLock { state in
                defer { state.hasMoved = false }
                return state.hasMoved ? nil : state.next()
            }?.resume()
        }
        watch.resume()
    }

    deinit { watch.cancel() }

    /// Waits until another program may run, and takes its place.
    func take() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.waiting.append(continuation)
                return state.free > 0 ? state.next() : nil
            }?.resume()
        }
    }

    /// Gives a place back, to the one who waits longest.
    func put() {
        state.withLock { state in
            state.free += 1
            state.hasMoved = true
            return state.free > 0 ? state.next() : nil
        }?.resume()
    }
}
