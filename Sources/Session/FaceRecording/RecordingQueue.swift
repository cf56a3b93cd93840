internal import CaptureQueues

/// What waits for the encoder: bounded in pictures, in order; nothing in it is ever discarded.
final class RecordingQueue<Item: Sendable>: Sendable {
    private struct State {
        var items: [Item] = []
        var head = 0
        var pictureCount = 0
        var isFinished = false
    }

    /// Items without a picture may pile up to here; then their sender waits.
    private static var mostItems: Int { 8192 }

    private let state = Monitor(State())
    private let capacity: Int

    /// - Parameter capacity: pictures that may wait.
    init(capacity: Int) { self.capacity = capacity }

    /// Pictures that wait.
    var pictureCount: Int { state.withLock { $0.pictureCount } }

    /// Appends a picture; waits while there are too many.
    func enqueuePicture(_ item: Item) {
        state.wait { state -> Void? in
            guard state.pictureCount < capacity || state.isFinished else { return nil }
            state.items.append(item)
            state.pictureCount += 1
            return ()
        }
    }

    /// Appends what holds no picture.
    func enqueue(_ item: Item) {
        state.wait { state -> Void? in
            guard state.items.count - state.head < Self.mostItems || state.isFinished else {
                return nil
            }
            state.items.append(item)
            return ()
        }
    }

    /// After what waits comes the end.
    func finish() { state.withLock { $0.isFinished = true } }

    /// Waits for the next item; `nil` at the end.
    func next(isPicture: (Item) -> Bool) -> Item? {
        state.wait { state -> Item?? in
            guard state.head < state.items.count else { return state.isFinished ? .some(nil) : nil }
            let item = state.items[state.head]
            state.head += 1
            if state.head == state.items.count {
                state.items.removeAll(keepingCapacity: true)
                state.head = 0
            } else if state.head == 1024 {
                state.items.removeFirst(1024)
                state.head = 0
            }
            if isPicture(item) { state.pictureCount -= 1 }
            return item
        }
    }
}
