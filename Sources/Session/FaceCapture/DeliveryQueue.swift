internal import CaptureQueues
internal import FaceValues

/// The queue and the thread of one output: bounded, in order, and honest about what it discards.
///
/// A lossless queue makes the sender wait. A live queue gives up its oldest waiting item instead, so
/// that the newest wins; what `discarded` makes of the item keeps its place in the order, so that
/// the receiver learns of it.
final class DeliveryQueue<Item: Sendable>: Sendable {
    private struct State {
        var entries: [(item: Item, isWhole: Bool)] = []
        var wholeCount = 0
        var isFinished = false
        /// Items that went to the receiver, and those that it is done with.
        var takenCount = 0
        var receivedCount = 0
    }

    /// What is left of discarded items may pile up to here; then even a live sender waits.
    private static var mostEntries: Int { 4096 }

    private let state = Monitor(State())
    private let capacity: Int
    private let isLossless: Bool
    private let discarded: @Sendable (Item) -> Item
    private let thread: WorkerThread

    /// Starts the thread, which calls what `makeReceiver` made on it with one item after the other
    /// until ``finish()``.
    init(
        threadName: String, capacity: Int, isLossless: Bool,
        discarded: @escaping @Sendable (Item) -> Item,
        makeReceiver: @escaping @Sendable () -> (Item) -> Void
    ) throws(FacecapError) {
        self.capacity = capacity
        self.isLossless = isLossless
        self.discarded = discarded
        let state = state
        thread = try WorkerThread(name: threadName) {
            let receive = makeReceiver()
            while let item = Self.next(state) { receive(item) }
        }
    }

    /// Appends an item that takes part in the bound: a picture.
    func enqueue(_ item: Item) { append(item, isWhole: true) }

    /// Appends an item that holds no picture and is never discarded.
    func enqueueNote(_ item: Item) { append(item, isWhole: false) }

    /// Waits until everything that was appended so far has been received.
    func flush() {
        let last = state.withLock { $0.takenCount + $0.entries.count }
        state.wait { $0.receivedCount >= last ? () : nil }
    }

    /// Waits until everything has been received, and ends the thread.
    func finish() {
        state.withLock { $0.isFinished = true }
        thread.join()
    }

    private func append(_ item: Item, isWhole: Bool) {
        state.wait { state -> Void? in
            guard state.entries.count < Self.mostEntries else { return nil }
            if isWhole, state.wholeCount >= capacity {
                if isLossless { return nil }
                discardOldest(in: &state)
            }
            state.entries.append((item, isWhole))
            state.wholeCount += isWhole ? 1 : 0
            return ()
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
