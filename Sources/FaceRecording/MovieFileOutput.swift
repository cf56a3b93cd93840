public import CaptureSamples
internal import CaptureQueues
public import FaceCapture
public import FaceValues
internal import Synchronization

/// Records what a session captures, with its faces, into movies.
///
/// All work is done on the thread `fc.encode`, in the order in which things happened. The recording
/// comes before everything else: what it has taken in is never discarded, and a live session lets
/// detection, then whole frames, pass by when the recording falls behind. All functions may be called
/// from any thread; they return at once, and events tell what became of the wish.
public final class MovieFileOutput: CaptureOutput, MetadataOutputDelegate {
    private struct Running {
        let queue: RecordingQueue<RecordingItem>
        let thread: WorkerThread
        let isLossless: Bool
        /// Pictures that may wait for the encoder.
        let capacity: Int
    }

    /// A camera's waiting pictures from which on detection gives way.
    private static var busyCount: Int { 4 }

    private let metadataOutput: MetadataOutput?
    private let running = Mutex<Running?>(nil)
    /// Wishes made while no session runs.
    private let wishes = Mutex<[RecordingItem.Wish]>([])
    private let delegate = Mutex<(any RecordingDelegate)?>(nil)
    private let isCancelled = Mutex(false)
    private let currentStatus = Mutex(RecordingStatus())
    private let broadcast = Broadcast<RecordingEvent>()

    /// An output that records the faces which `metadataOutput` finds; without it, none.
    ///
    /// Add the metadata output to the session first.
    public init(metadataOutput: MetadataOutput?) {
        self.metadataOutput = metadataOutput
        metadataOutput?.addObserver(self)
    }

    /// Pictures and sound.
    public var mediaTypes: Set<MediaType> { [.video, .audio] }

    // MARK: Recording

    /// Begins a recording with the next picture, or with the session.
    public func startRecording(_ settings: RecordingSettings) { wish(.start(settings)) }

    /// Leaves out what comes until ``resumeRecording()``; the pause takes no time in the movie.
    public func pauseRecording() { wish(.pause) }

    /// Goes on after a pause.
    public func resumeRecording() { wish(.resume) }

    /// Ends the recording and finishes its files; the session's end does so too.
    public func stopRecording() { wish(.stop) }

    /// Ends the recording and removes the file that is not finished, also while it is being finished.
    public func cancelRecording() {
        isCancelled.withLock { $0 = true }
        wish(.cancel)
    }

    /// Puts a text into the movie, at the time of the newest picture.
    public func addMarker(_ text: String) { wish(.mark(text)) }

    /// Records what lies around a moment, the session time of a picture, with the trigger
    /// ``RecordingSettings/Trigger/moment(preRoll:postRoll:lookBack:)``; the first call counts.
    public func recordMoment(at time: MediaTime) { wish(.moment(time)) }

    /// How far the recording is.
    public var status: RecordingStatus { currentStatus.withLock { $0 } }

    /// Sets who is told; the output holds on to the delegate until another one is set.
    public func setRecordingDelegate(_ newDelegate: (any RecordingDelegate)?) {
        delegate.withLock { $0 = newDelegate }
    }

    /// What happens from now on, for tasks; a reader may lose all but the newest 64.
    public func events() -> AsyncStream<RecordingEvent> { broadcast.makeStream(bufferSize: 64) }

    private func wish(_ wish: RecordingItem.Wish) {
        if let running = running.withLock({ $0 }) {
            running.queue.enqueue(.wish(wish))
        } else {
            wishes.withLock { $0.append(wish) }
        }
    }

    // MARK: Output of a session

    /// How many pictures wait, of those that may.
    public var load: OutputLoad {
        guard let running = running.withLock({ $0 }), !running.isLossless else { return .relaxed }
        let count = running.queue.pictureCount
        if count >= running.capacity { return .full }
        return count >= Self.busyCount ? .busy : .relaxed
    }

    /// Starts the thread.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        let capacity = isLossless ? 4 : Self.liveCapacity(of: connections)
        let queue = RecordingQueue<RecordingItem>(capacity: capacity)
        let early = wishes.withLock { wishes in
            defer { wishes = [] }
            return wishes
        }
        for wish in early { queue.enqueue(.wish(wish)) }
        let thread: WorkerThread
        do throws(FacecapError) {
            thread = try WorkerThread(name: "fc.encode") { [unowned self] in
                run(queue, connections: connections, isLive: !isLossless)
            }
        } catch {
            wishes.withLock { $0 = early + $0 }
            throw error
        }
        running.withLock {
            $0 = Running(
                queue: queue, thread: thread, isLossless: isLossless, capacity: capacity)
        }
    }

    /// Half a second of a camera's pictures, as what waits is lost when the program is killed.
    private static func liveCapacity(of connections: [CaptureConnection]) -> Int {
        let video = connections.first { $0.mediaType == .video }?.input.videoFormat
        return Int(min(max(Double(busyCount + 1), (video?.frameRate ?? 30) / 2), 16))
    }

    /// Takes the next picture or sound.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard connection.isEnabled, let queue = running.withLock({ $0?.queue }) else { return }
        switch delivery {
        case .frame(let frame): queue.enqueuePicture(.frame(frame))
        case .audio(let sound): queue.enqueue(.sound(sound))
        case .encoded(let sample): queue.enqueue(.encoded(sample, connection.mediaType))
        case .notice(.interruptionEnded(let gap)) where connection.mediaType == .video:
            queue.enqueue(.gap(gap))
        case .skippedFrame, .droppedFrame, .depth, .notice: break
        }
    }

    /// Takes the faces of a frame, on the metadata queue.
    public func metadataOutput(
        _ output: MetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {
        running.withLock { $0?.queue }?.enqueue(.observation(observation))
    }

    /// Takes the beginning and the end of a gap between the frames, on the metadata queue.
    public func metadataOutput(
        _ output: MetadataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) {
        let item: RecordingItem
        switch notice {
        case .interrupted: item = .standstill
        case .interruptionEnded(let gap): item = .unobserved(gap)
        default: return
        }
        running.withLock { $0?.queue }?.enqueue(item)
    }

    /// Writes all that was delivered, ends the recording, and waits for both.
    public func finish() {
        // Its last faces belong into the movie.
        metadataOutput?.finish()
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        last?.queue.finish()
        last?.thread.join()
    }

    // MARK: The thread

    private func run(
        _ queue: RecordingQueue<RecordingItem>, connections: [CaptureConnection], isLive: Bool
    ) {
        var pipeline: RecordingPipeline?
        var stage: RedactionStage?
        func handle(_ items: [RecordingItem]) {
            for item in items {
                if case .wish(.start(let settings)) = item {
                    pipeline?.stop()
                    pipeline = makePipeline(settings, connections: connections, isLive: isLive)
                } else {
                    pass(item, to: pipeline)
                }
            }
            if let pipeline { currentStatus.withLock { $0 = pipeline.status } }
        }
        while let item = queue.next(isPicture: { if case .frame = $0 { true } else { false } }) {
            if case .wish(.start(let settings)) = item {
                handle(stage?.finish() ?? [])
                stage = settings.redaction.map { RedactionStage(settings: $0) }
            }
            handle(stage?.receive(item) ?? [item])
        }
        handle(stage?.finish() ?? [])
        pipeline?.stop()
        if let pipeline { currentStatus.withLock { $0 = pipeline.status } }
    }

    private func pass(_ item: RecordingItem, to pipeline: RecordingPipeline?) {
        switch item {
        case .frame(let frame): pipeline?.receive(frame)
        case .sound(let sound): pipeline?.receive(sound)
        case .encoded(let sample, let mediaType): pipeline?.receive(sample, mediaType)
        case .observation(let observation): pipeline?.receive(observation)
        case .gap(let gap): pipeline?.receive(gap)
        case .unobserved(let gap): pipeline?.receiveUnobserved(gap)
        case .standstill: break
        case .wish(let wish): fulfil(wish, pipeline)
        case .failure(let error): pipeline?.attempt { () throws(FacecapError) in throw error }
        }
    }

    private func fulfil(_ wish: RecordingItem.Wish, _ pipeline: RecordingPipeline?) {
        switch wish {
        case .start: break
        case .pause: pipeline?.pause()
        case .resume: pipeline?.resume()
        case .stop: pipeline?.stop()
        case .cancel: pipeline?.cancel()
        case .mark(let text): pipeline?.mark(text)
        case .moment(let time): pipeline?.recordMoment(at: time)
        }
    }

    private func makePipeline(
        _ settings: RecordingSettings, connections: [CaptureConnection], isLive: Bool
    ) -> RecordingPipeline? {
        isCancelled.withLock { $0 = false }
        do throws(FacecapError) {
            return try RecordingPipeline(
                settings: settings, connections: connections, hasFaces: metadataOutput != nil,
                isLive: isLive, report: { [unowned self] in report($0) },
                isCancelled: { [unowned self] in isCancelled.withLock { $0 } })
        } catch {
            report(.failed(error))
            return nil
        }
    }

    private func report(_ event: RecordingEvent) {
        let delegate = delegate.withLock { $0 }
        delegate?.movieFileOutput(self, didReceive: event)
        broadcast.send(event)
    }
}
