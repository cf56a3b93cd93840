// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// Hands the frames of one camera to any number of clients. Each is given the newest frame, and all
/// records of the last seconds; who is slow misses some and makes nobody wait.
final class LiveChannel: Sendable {
    /// What a client is given.
    enum Delivery {
        case frame(LiveFrame, number: Int)
        /// Lines that follow each other, and the number of the last one.
        case records([UInt8], number: Int)
        /// Nothing came for a while.
        case nothing
        case ended
    }

    private struct State {
        var frame: (LiveFrame, number: Int)?
        var records: [(line: [UInt8], number: Int)] = []
        var count = 0
        var watchers = 0
        var isFinished = false
    }

    private let state = Monitor(State())
    private static let recordLimit = 256
    /// Nanoseconds after which a waiting client is looked after.
    private static let timeout: Int64 = 2_000_000_000

    /// Whether somebody looks at the frames.
    var isWatched: Bool { state.withLock { $0.watchers > 0 } }

    /// Counts somebody who looks, or no longer does.
    func changeWatchers(by count: Int) { state.withLock { $0.watchers += count } }

    func publish(_ frame: LiveFrame) {
        state.withLock { state in
            state.count += 1
            if frame.image != nil { state.frame = (frame, state.count) }
            guard let record = frame.record else { return }
            if state.records.count == Self.recordLimit { state.records.removeFirst() }
            state.records.append((record, state.count))
        }
    }

    /// Clients get what is there and then the end.
    func finish() { state.withLock { $0.isFinished = true } }

    /// The newest frame after a number; waits for one.
    func frame(after number: Int) -> Delivery {
        wait { state in
            guard let (frame, newest) = state.frame, newest > number else { return nil }
            return .frame(frame, number: newest)
        }
    }

    /// The number of the newest frame or record.
    var newest: Int { state.withLock { $0.count } }

    /// The records after a number; waits for one.
    func records(after number: Int) -> Delivery {
        wait { state in
            let new = state.records.drop { $0.number <= number }
            guard let last = new.last else { return nil }
            return .records(new.flatMap(\.line), number: last.number)
        }
    }

    private func wait(_ body: (State) -> Delivery?) -> Delivery {
        state.wait(untilNanoseconds: SystemClock.nanoseconds() + Self.timeout) { state in
            body(state) ?? (state.isFinished ? .ended : nil)
        } ?? .nothing
    }
}
