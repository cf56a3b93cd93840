public import CaptureSamples
internal import FaceValues
import Synchronization

/// Hands every frame of a session to a delegate, on a thread of its own.
public final class VideoDataOutput: CaptureOutput {
    private struct Settings {
        var delegate: (any VideoDataOutputDelegate)?
        var alwaysDiscardsLateVideoFrames = true
    }

    private enum Item: Sendable {
        case frame(CapturedFrame, CaptureConnection)
        case dropped(FrameHeader, DropReason, CaptureConnection)
    }

    /// A file's frames that may wait for the delegate.
    private static var losslessCapacity: Int { 4 }

    private let settings = Mutex(Settings())
    private let queue = Mutex<DeliveryQueue<Item>?>(nil)

    /// An output without a delegate.
    public init() {}

    /// Always video.
    public var mediaTypes: Set<MediaType> { [.video] }

    /// Sets who is handed the frames; the output holds on to the delegate until another one is set.
    public func setSampleBufferDelegate(_ delegate: (any VideoDataOutputDelegate)?) {
        settings.withLock { $0.delegate = delegate }
    }

    /// Whether a live source's frames are dropped while the delegate is busy, at first true; `false`
    /// makes the source wait. Takes effect when the session starts.
    public var alwaysDiscardsLateVideoFrames: Bool {
        get { settings.withLock { $0.alwaysDiscardsLateVideoFrames } }
        set { settings.withLock { $0.alwaysDiscardsLateVideoFrames = newValue } }
    }

    /// Starts the output's thread.
    public func start(connections: [CaptureConnection], isLossless: Bool) {
        let waits = isLossless || !alwaysDiscardsLateVideoFrames
        queue.withLock {
            $0 = DeliveryQueue(
                threadName: "fc.video", capacity: waits ? Self.losslessCapacity : 1,
                isLossless: waits,
                discarded: { item in
                    guard case .frame(let frame, let connection) = item else { return item }
                    return .dropped(frame.header, .lateData, connection)
                },
                makeReceiver: { { [unowned self] item in receive(item) } })
        }
    }

    /// Takes the next frame.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard let queue = queue.withLock({ $0 }) else { return }
        switch delivery {
        case .frame(let frame) where connection.isEnabled:
            queue.enqueue(.frame(frame, connection))
        case .frame(let frame):
            queue.enqueueNote(.dropped(frame.header, .connectionDisabled, connection))
        case .droppedFrame(let header, let reason):
            queue.enqueueNote(.dropped(header, reason, connection))
        case .skippedFrame, .audio, .depth, .encoded, .notice: break
        }
    }

    /// Hands over what waits, then ends the thread.
    public func finish() { queue.finishQueue() }

    private func receive(_ item: Item) {
        guard let delegate = settings.withLock({ $0.delegate }) else { return }
        switch item {
        case .frame(let frame, let connection):
            delegate.videoDataOutput(self, didOutput: frame, from: connection)
        case .dropped(let header, let reason, let connection):
            delegate.videoDataOutput(self, didDrop: header, reason: reason, from: connection)
        }
    }
}
