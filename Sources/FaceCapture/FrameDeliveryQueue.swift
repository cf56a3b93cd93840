internal import FaceValues
import Synchronization

/// The frames on their way to the delegates of one output, whole or as what is left of those that were
/// dropped, in order, on a thread of its own.
final class FrameDeliveryQueue: Sendable {
    enum Item: Sendable {
        case frame(CapturedFrame, CaptureConnection)
        case dropped(FrameHeader, DropReason, CaptureConnection)
    }

    private let threadName: String
    private let queue = Mutex<DeliveryQueue<Item>?>(nil)

    init(threadName: String) { self.threadName = threadName }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - waits: whether the sender waits for the receiver, or late frames are dropped.
    ///   - receive: called on the thread.
    func start(waits: Bool, receive: @escaping @Sendable (Item) -> Void) throws(FacecapError) {
        let started = try DeliveryQueue<Item>(
            threadName: threadName, capacity: LoadShedding.capacity(waits: waits),
            isLossless: waits,
            discarded: { item in
                guard case .frame(let frame, let connection) = item else { return item }
                return .dropped(frame.header, .lateData, connection)
            },
            makeReceiver: { receive })
        queue.withLock { $0 = started }
    }

    /// Appends a frame; one of a disabled connection is dropped.
    func enqueue(_ frame: CapturedFrame, from connection: CaptureConnection) {
        guard connection.isEnabled else {
            return enqueueDropped(frame.header, .connectionDisabled, from: connection)
        }
        queue.withLock { $0 }?.enqueue(.frame(frame, connection))
    }

    /// Appends a frame that was dropped.
    func enqueueDropped(
        _ header: FrameHeader, _ reason: DropReason, from connection: CaptureConnection
    ) {
        queue.withLock { $0 }?.enqueueNote(.dropped(header, reason, connection))
    }

    /// Hands over what waits, then ends the thread.
    func finish() { queue.finishQueue() }
}
