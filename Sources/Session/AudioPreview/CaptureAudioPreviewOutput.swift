// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceCapture
public import FaceValues
import Synchronization
internal import SystemSupport

/// Plays the audio of a session on a device of ALSA, on a thread of its own (`fc.monitor`).
///
/// It never makes the session wait: audio that cannot be played within 0.2 s is discarded, the oldest
/// first, and a device that fails is told of once and left alone until the session starts again. Audio
/// is heard at most 0.3 s after it was delivered. The settings may be changed from any thread.
public final class CaptureAudioPreviewOutput: CaptureOutput {
    private struct Settings {
        var outputDevice: String
        var volume = 1.0
        var delegate: (any Delegate)?
    }

    private struct Running {
        let queue: PreviewQueue
        let thread: WorkerThread
    }

    private let settings: Mutex<Settings>
    private let running = Mutex<Running?>(nil)
    private let discardedCount = Atomic(0)

    /// An output to a device such as `default` or `hw:0,0`, which is opened with the first audio.
    public init(outputDevice: String = "default") {
        settings = Mutex(Settings(outputDevice: outputDevice))
    }

    /// Always audio.
    public var mediaTypes: Set<MediaType> { [.audio] }

    /// The device's name in ALSA; another one is used when the session starts next.
    public var outputDevice: String {
        get { settings.withLock { $0.outputDevice } }
        set { settings.withLock { $0.outputDevice = newValue } }
    }

    /// What samples are multiplied by, in 0...1, at first 1; it holds from the next stretch on.
    public var volume: Double {
        get { settings.withLock { $0.volume } }
        set { settings.withLock { $0.volume = newValue.isNaN ? 0 : min(max(0, newValue), 1) } }
    }

    /// Sample frames that were discarded since the session started, because they came faster than they
    /// were played.
    public var droppedFrameCount: Int { discardedCount.load(ordering: .relaxed) }

    /// Sets who is told; the output holds on to the delegate until another one is set.
    public func setDelegate(_ delegate: (any Delegate)?) {
        settings.withLock { $0.delegate = delegate }
    }

    /// Starts the thread.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        discardedCount.store(0, ordering: .relaxed)
        let queue = PreviewQueue()
        let name = outputDevice
        let thread = try WorkerThread(name: "fc.monitor") { [unowned self] in
            play(queue, on: name)
        }
        running.withLock { $0 = Running(queue: queue, thread: thread) }
    }

    /// Takes the next stretch of audio; never waits.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard case .audio(let audio) = delivery, connection.isEnabled,
            let queue = running.withLock({ $0?.queue })
        else { return }
        discardedCount.add(queue.append(audio), ordering: .relaxed)
    }

    /// Falls silent and ends the thread.
    public func finish() {
        let last = running.withLock { $0.take() }
        last?.queue.close()
        last?.thread.join()
    }

    private func play(_ queue: PreviewQueue, on name: String) {
        do throws(FacecapError) {
            var pcm: PlaybackPCM?
            while let audio = queue.next() {
                if pcm?.format != audio.format {
                    // The device may be free for one at a time.
                    pcm = nil
                    pcm = try PlaybackPCM(name, audio.format)
                }
                let volume = Float(volume)
                try pcm?.write(
                    volume == 1 ? audio.samples : audio.samples.map { $0 * volume },
                    isCancelled: { queue.isClosed })
            }
        } catch {
            queue.close()
            settings.withLock { $0.delegate }?.audioPreviewOutput(self, didFailWith: error)
        }
    }
}
