// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// The queue and the thread of one output: bounded, in order, and honest about what it discards.
///
/// A lossless queue makes the sender wait. A live queue gives up its oldest waiting item instead, so
/// that the newest wins; what `discarded` makes of the item keeps its place in the order, so that
/// the receiver learns of it.
package final class DeliveryQueue<Item: Sendable>: Sendable {
    private struct State {
        var entries: [(item: Item, isWhole: Bool)] = []
        var wholeCount = 0
        var isFinished = false
        /// Items that went to the receiver, and those that it is done with.
        var takenCount = 0
        var receivedCount = 0
    }

    /// Items without an image may pile up to here; then even a live sender waits.
    private static var maximumEntries: Int { 8192 }

    private let state = Monitor(State())
    private let capacity: Int
    private let isLossless: Bool
    private let discarded: @Sendable (Item) -> Item
    private let thread: WorkerThread

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - capacity: whole items that may wait.
    ///   - discarded: what is left of an item that gave way to a newer one.
    ///   - receive: runs on the thread and takes one item after the other, until there is none after
    ///     ``finish()``.
    package init(
        threadName: String, capacity: Int, isLossless: Bool = true,
        discarded: @escaping @Sendable (Item) -> Item = { $0 },
        receive: @escaping @Sendable (_ next: () -> Item?) -> Void
    ) throws(FacecapError) {
        self.capacity = capacity
        self.isLossless = isLossless
        self.discarded = discarded
        let state = state
        thread = try WorkerThread(name: threadName) {
            receive { Self.next(state) }
        }
    }

    /// Whole items that wait.
    package var wholeCount: Int { state.withLock { $0.wholeCount } }

    /// Appends an item that takes part in the bound: an image.
    package func enqueue(_ item: Item) { _ = append(item, isWhole: true) }

    /// Appends an item that holds no image and is never discarded; `false` after ``finish()``, when none is taken.
    @discardableResult
    package func enqueueNote(_ item: Item) -> Bool { append(item, isWhole: false) }

    /// Waits until everything that was appended so far has been received.
    package func flush() {
        let last = state.withLock { $0.takenCount + $0.entries.count }
        state.wait { $0.receivedCount >= last ? () : nil }
    }

    /// Waits until everything has been received, and ends the thread.
    package func finish() {
        state.withLock { $0.isFinished = true }
        thread.join()
    }

    private func append(_ item: Item, isWhole: Bool) -> Bool {
        state.wait { state -> Bool? in
            if state.isFinished { return false }
            guard state.entries.count < Self.maximumEntries else { return nil }
            if isWhole, state.wholeCount >= capacity {
                if isLossless { return nil }
                discardOldest(in: &state)
            }
            state.entries.append((item, isWhole))
            state.wholeCount += isWhole ? 1 : 0
            return true
        }
    }

    private func discardOldest(in state: inout State) {
        guard let oldest = state.entries.firstIndex(where: \.isWhole) else { return }
        state.entries[oldest] = (discarded(state.entries[oldest].item), false)
        state.wholeCount -= 1
    }

    private static func next(_ state: Monitor<State>) -> Item? {
        state.withLock { $0.receivedCount = $0.takenCount }
        return state.wait { state -> Item?? in
            guard !state.entries.isEmpty else { return state.isFinished ? .some(nil) : nil }
            let first = state.entries.removeFirst()
            state.takenCount += 1
            state.wholeCount -= first.isWhole ? 1 : 0
            return first.item
        }
    }
}
