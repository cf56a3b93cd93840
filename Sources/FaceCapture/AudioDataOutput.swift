public import CaptureSamples
import Synchronization

/// Hands the sound of a session to a delegate, on a thread of its own.
///
/// Sound is never discarded: a delegate that is slow for more than 64 buffers makes the source wait.
public final class AudioDataOutput: CaptureOutput {
    private struct Item: Sendable {
        let sampleBuffer: AudioSampleBuffer
        let connection: CaptureConnection
    }

    private let delegate = Mutex<(any AudioDataOutputDelegate)?>(nil)
    private let queue = Mutex<DeliveryQueue<Item>?>(nil)

    /// An output without a delegate.
    public init() {}

    /// Always audio.
    public var mediaTypes: Set<MediaType> { [.audio] }

    /// Sets who is handed the sound; the output holds on to the delegate until another one is set.
    public func setSampleBufferDelegate(_ newDelegate: (any AudioDataOutputDelegate)?) {
        delegate.withLock { $0 = newDelegate }
    }

    /// Starts the output's thread.
    public func start(connections: [CaptureConnection], isLossless: Bool) {
        queue.withLock {
            $0 = DeliveryQueue(
                threadName: "fc.audio", capacity: 64, isLossless: true, discarded: { $0 },
                makeReceiver: {
                    { [unowned self] item in
                        let delegate = delegate.withLock { $0 }
                        delegate?.audioDataOutput(
                            self, didOutput: item.sampleBuffer, from: item.connection)
                    }
                })
        }
    }

    /// Takes the next stretch of sound.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard case .audio(let sampleBuffer) = delivery, connection.isEnabled else { return }
        queue.withLock { $0 }?.enqueue(Item(sampleBuffer: sampleBuffer, connection: connection))
    }

    /// Hands over what waits, then ends the thread.
    public func finish() { queue.finishQueue() }
}
