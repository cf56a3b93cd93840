// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization
import SystemSupport

/// Standard output for a run: once it cannot be written, nothing more is, and the run is told once.
final class RunOutput: Sendable {
    private enum State {
        case open
        case readerGone
        case failed(FacecapError)
    }

    /// Lines that wait for the thread `fc.stdout`.
    private struct Queue {
        var lines: [UInt8] = []
        /// Pieces that the reader has taken.
        var takenCount = 0
        var droppedCount = 0
        /// Whether no more lines come.
        var isFinished = false
        /// Whether all of them are written.
        var isEmptied = false
        var isAbandoned = false
    }

    /// Lines without faces may be more.
    private static let capacity = 4_194_304
    /// What a pipe takes at once.
    private static let pieceSize = 4096

    private let output: StandardOutput
    private let cannotWrite: @Sendable (StopRequest.Cause) -> Void
    private let state = Mutex(State.open)
    /// `nil` where whoever writes waits for the reader.
    private let queue: Monitor<Queue>?

    /// - Parameter cannotWrite: called once when nothing more can be written, with the reason.
    init(_ output: StandardOutput, cannotWrite: @escaping @Sendable (StopRequest.Cause) -> Void) {
        self.output = output
        self.cannotWrite = cannotWrite
        queue = nil
    }

    /// An output whose reader holds nobody up, while the run goes on.
    ///
    /// - Parameter cannotWrite: called once when nothing more can be written, with the reason.
    init(
        queueing output: StandardOutput,
        cannotWrite: @escaping @Sendable (StopRequest.Cause) -> Void
    ) throws(FacecapError) {
        self.output = output
        self.cannotWrite = cannotWrite
        let queue = Monitor(Queue())
        self.queue = queue
        // Nobody waits for it: its reader may never come back.
        _ = try WorkerThread(name: "fc.stdout") { [self] in empty(queue) }
    }

    /// Writes whole lines, unless an earlier write failed; waits for a slow reader, or lets the lines wait.
    ///
    /// - Parameter areFaces: whether they may be dropped where too many wait.
    func write(_ lines: [UInt8], areFaces: Bool = false) {
        guard let queue else { return writeNow(lines) }
        queue.withLock { queue in
            if areFaces, queue.lines.count + lines.count > Self.capacity {
                queue.droppedCount += 1
            } else {
                queue.lines += lines
            }
        }
    }

    /// Waits until all is written, as nothing more comes; throws why writing failed. A reader that went away, or takes
    /// nothing any more, is no failure.
    ///
    /// - Parameter patience: for so many nanoseconds it waits for a reader that takes nothing.
    func check(patience: Int64 = 2_000_000_000) throws(FacecapError) {
        if let queue, !Self.isEmptied(queue, patience: patience) { return }
        if case .failed(let error) = state.withLock({ $0 }) { throw error }
    }

    /// What a reader that was too slow has missed; `nil` for nothing.
    var shortfall: String? {
        guard let queue = queue?.withLock({ $0 }) else { return nil }
        if queue.droppedCount > 0 {
            return
                "standard output was read too slowly: the faces of \(queue.droppedCount.counted("frame")) are missing there"
        }
        return queue.isAbandoned ? "standard output was not read: its last lines are missing" : nil
    }

    private func writeNow(_ lines: [UInt8]) {
        let cause = state.withLock { state -> StopRequest.Cause? in
            guard case .open = state else { return nil }
            do throws(FacecapError) {
                guard try output.write(lines) == .readerGone else { return nil }
                state = .readerGone
                return .readerGone
            } catch {
                state = .failed(error)
                return .error
            }
        }
        if let cause { cannotWrite(cause) }
    }

    // MARK: The queue

    /// Writes what waits, on the thread, until no more comes.
    private func empty(_ queue: Monitor<Queue>) {
        while let lines = Self.takeLines(from: queue) {
            for start in stride(from: 0, to: lines.count, by: Self.pieceSize) {
                writeNow(Array(lines[start..<min(start + Self.pieceSize, lines.count)]))
                queue.withLock { $0.takenCount += 1 }
            }
        }
        queue.withLock { $0.isEmptied = true }
    }

    private static func takeLines(from queue: Monitor<Queue>) -> [UInt8]? {
        queue.wait { queue -> [UInt8]?? in
            guard !queue.lines.isEmpty else { return queue.isFinished ? .some(nil) : nil }
            defer { queue.lines = [] }
            return queue.lines
        }
    }

    /// Waits while the reader takes something; whether it has taken all.
    private static func isEmptied(_ queue: Monitor<Queue>, patience: Int64) -> Bool {
        queue.withLock { $0.isFinished = true }
        var seenCount = -1
        while let takenCount = queue.wait(
            untilNanoseconds: MonotonicClock.nowNanoseconds + patience,
            { $0.isEmptied || $0.takenCount > seenCount ? $0.takenCount : nil })
        {
            if queue.withLock({ $0.isEmptied }) { return true }
            seenCount = takenCount
        }
        queue.withLock { $0.isAbandoned = true }
        return false
    }
}
