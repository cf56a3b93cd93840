// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceCapture
public import FaceValues
internal import MediaCodecs
internal import Synchronization
internal import SystemSupport

/// Records the audio of a session into a file of its own, from the session's start to its end: what other
/// frameworks call an audio file output.
///
/// All work is done on the thread `fc.audiofile`. Audio that changes its rate or channels is converted to those of the
/// first. Nothing is discarded: while more than 64 stretches of audio wait, so does the source. The file is made with
/// the first audio.
public final class CaptureAudioFileOutput: CaptureOutput {
    /// How far the file is.
    public struct Status: Sendable, Hashable {
        /// How long the audio is.
        public internal(set) var duration = MediaTime.zero
        /// Bytes that the file has, or a little more.
        public internal(set) var byteCount: Int64 = 0
        /// Sample frames that were lost on the way; silence stands in their place.
        public internal(set) var lostFrameCount = 0
    }

    /// Stretches of audio that may wait.
    private static var capacity: Int { 64 }

    private let settings: Settings
    private let queue = Mutex<DeliveryQueue<AudioSampleBuffer>?>(nil)
    private let currentStatus = Mutex(Status())
    /// Whether the recording of the first session, or of the one that runs, is thrown away; `nil` between sessions.
    private let isCancelled = Mutex<Bool?>(false)
    private let delegate = Mutex<(any Delegate)?>(nil)

    /// An output that makes one file.
    public init(_ settings: Settings) { self.settings = settings }

    /// Always audio.
    public var mediaTypes: Set<MediaType> { [.audio] }

    /// How far the file is.
    public var status: Status { currentStatus.withLock { $0 } }

    /// Sets who is told; the output holds on to the delegate until another one is set.
    public func setDelegate(_ newDelegate: (any Delegate)?) {
        delegate.withLock { $0 = newDelegate }
    }

    /// Throws the recording away, its file with it, unless the file is whole already; takes effect with
    /// the next audio or with the session's end. Before the first session it is that of this session; between two
    /// sessions there is none.
    public func cancelRecording() { isCancelled.withLock { if $0 != nil { $0 = true } } }

    /// Starts the thread.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        currentStatus.withLock { $0 = Status() }
        isCancelled.withLock { $0 = $0 ?? false }
        let hasAudio = connections.contains { $0.input.mediaTypes.contains(.audio) }
        let started = try DeliveryQueue<AudioSampleBuffer>(
            threadName: "fc.audiofile", capacity: Self.capacity,
            receive: { [unowned self] next in write(next, hasAudio: hasAudio) })
        queue.withLock { $0 = started }
    }

    /// Takes the next stretch of audio, or what happened before it.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard connection.isEnabled, let queue = queue.withLock({ $0 }) else { return }
        switch delivery {
        case .audio(let audio): queue.enqueue(audio)
        case .notice(let notice):
            if case .lostAudio(let count) = notice {
                currentStatus.withLock { $0.lostFrameCount += count }
            }
            delegate.withLock { $0 }?.audioFileOutput(self, didReceive: notice, from: connection)
        case .frame, .skippedFrame, .droppedFrame, .depth, .encoded, .observation: break
        }
    }

    /// Writes all that was delivered, finishes the file, and waits for both.
    public func finish() {
        queue.finishQueue()
        isCancelled.withLock { $0 = nil }
    }

    // MARK: The thread

    private func write(_ next: () -> AudioSampleBuffer?, hasAudio: Bool) {
        var file: (any AudioFile)?
        var resampler: AudioResampler?
        var (isOver, hasFailed) = (false, false)
        while let audio = next() {
            guard !isOver, isCancelled.withLock({ $0 }) != true else { continue }
            do throws(FacecapError) {
                let fitting = resampler ?? AudioResampler(to: audio.format)
                resampler = fitting
                isOver = try !append(fitting.convert(audio), to: &file)
            } catch {
                (isOver, hasFailed) = (true, true)
                report(.failed(error))
            }
        }
        let event = finish(file, hasAudio: hasAudio)
        if !hasFailed || event == .cancelled { report(event) }
    }

    /// - Returns: whether there is room for more.
    private func append(
        _ audio: AudioSampleBuffer, to file: inout (any AudioFile)?
    ) throws(FacecapError) -> Bool {
        let open: any AudioFile
        if let file {
            open = file
        } else {
            open = try makeFile(for: audio)
            file = open
            report(.fileStarted(path: settings.path))
        }
        guard try open.append(audio) else {
            report(.limitReached(reason: "the file is as large as it may be"))
            return false
        }
        show(open)
        delegate.withLock { $0 }?.audioFileOutputDidProgress(self)
        return true
    }

    private func makeFile(for audio: AudioSampleBuffer) throws(FacecapError) -> any AudioFile {
        switch settings.format {
        case .m4a(let encoding): try EncodedAudioFile(settings, encoding, like: audio)
        case .wav(let sampleFormat): try WaveFile(settings, sampleFormat, like: audio)
        }
    }

    /// What became of the recording.
    private func finish(
        _ file: (any AudioFile)?, hasAudio: Bool
    ) -> CaptureMovieFileOutput.Event {
        if isCancelled.withLock({ $0 }) == true {
            file?.cancel()
            return .cancelled
        }
        guard let file else { return hasAudio ? .completed : .failed(missingAudio) }
        do throws(FacecapError) {
            try file.finish()
            show(file)
            return .completed
        } catch {
            return .failed(error)
        }
    }

    private var missingAudio: FacecapError {
        FacecapError(
            .invalidState,
            "\(settings.path) has no source of audio; add an input that has some to the session.")
    }

    private func show(_ file: any AudioFile) {
        currentStatus.withLock {
            $0.duration = file.duration
            $0.byteCount = file.byteCount
        }
    }

    private func report(_ event: CaptureMovieFileOutput.Event) {
        delegate.withLock { $0 }?.audioFileOutput(self, didReceive: event)
    }
}
