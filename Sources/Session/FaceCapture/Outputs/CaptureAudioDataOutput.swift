// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues
import Synchronization
internal import SystemSupport

/// Hands the audio of a session to a delegate, on a thread of its own.
///
/// Audio is never discarded: a delegate that is slow for more than 64 buffers makes the source wait.
public final class CaptureAudioDataOutput: CaptureOutput {
    private enum Item: Sendable {
        case audio(AudioSampleBuffer, CaptureConnection)
        case notice(CaptureDelivery.Notice, CaptureConnection)
    }

    private let delegate = Mutex<(any CaptureAudioDataOutputSampleBufferDelegate)?>(nil)
    private let queue = Mutex<DeliveryQueue<Item>?>(nil)

    /// An output without a delegate.
    public init() {}

    /// Always audio.
    public var mediaTypes: Set<MediaType> { [.audio] }

    /// Sets who is handed the audio; the output holds on to the delegate until another one is set.
    public func setSampleBufferDelegate(
        _ newDelegate: (any CaptureAudioDataOutputSampleBufferDelegate)?
    ) {
        delegate.withLock { $0 = newDelegate }
    }

    /// Starts the output's thread.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        let started = try DeliveryQueue<Item>(
            threadName: "fc.audio", capacity: 64,
            receive: { [unowned self] next in while let item = next() { output(item) } })
        queue.withLock { $0 = started }
    }

    /// Takes the next stretch of audio, or notice.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard let queue = queue.withLock({ $0 }) else { return }
        switch delivery {
        case .audio(let sampleBuffer) where connection.isEnabled:
            queue.enqueue(.audio(sampleBuffer, connection))
        case .notice(let notice): queue.enqueueNote(.notice(notice, connection))
        default: break
        }
    }

    /// Hands over what waits, then ends the thread.
    public func finish() { queue.finishQueue() }

    private func output(_ item: Item) {
        let delegate = delegate.withLock { $0 }
        switch item {
        case .audio(let sampleBuffer, let connection):
            delegate?.audioDataOutput(self, didOutput: sampleBuffer, from: connection)
        case .notice(let notice, let connection):
            delegate?.audioDataOutput(self, didReceive: notice, from: connection)
        }
    }
}
