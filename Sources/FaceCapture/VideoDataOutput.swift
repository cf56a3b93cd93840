public import CaptureSamples
public import FaceValues
import Synchronization

/// Hands every frame of a session to a delegate, on a thread of its own.
public final class VideoDataOutput: CaptureOutput {
    private struct Settings {
        var delegate: (any VideoDataOutputDelegate)?
        var alwaysDiscardsLateVideoFrames = true
    }

    private let settings = Mutex(Settings())
    private let queue = FrameDeliveryQueue(threadName: "fc.video")

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
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        let waits = isLossless || !alwaysDiscardsLateVideoFrames
        try queue.start(waits: waits) { [unowned self] in receive($0) }
    }

    /// Takes the next frame.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        switch delivery {
        case .frame(let frame): queue.enqueue(frame, from: connection)
        case .droppedFrame(let header, let reason):
            queue.enqueueDropped(header, reason, from: connection)
        case .skippedFrame, .audio, .depth, .encoded, .observation, .notice: break
        }
    }

    /// Hands over what waits, then ends the thread.
    public func finish() { queue.finish() }

    private func receive(_ item: FrameDeliveryQueue.Item) {
        guard let delegate = settings.withLock({ $0.delegate }) else { return }
        switch item {
        case .frame(let frame, let connection):
            delegate.videoDataOutput(self, didOutput: frame, from: connection)
        case .dropped(let header, let reason, let connection):
            delegate.videoDataOutput(self, didDrop: header, reason: reason, from: connection)
        }
    }
}
