public import CaptureSamples
internal import CaptureQueues
public import FaceCapture
public import FaceValues
internal import MediaEncoding
internal import Synchronization

/// Records what a session captures, with its faces, into movies.
///
/// All work is done on the thread `fc.encode`, in the order in which things happened. The recording
/// comes before everything else: what it has taken in is never discarded, and a live session lets
/// detection, then whole frames, pass by when the recording falls behind. All functions may be called
/// from any thread; they return at once, and events tell what became of the request.
public final class MovieFileOutput: CaptureOutput, MetadataOutputDelegate {
    private struct Running {
        let queue: RecordingQueue<RecordingItem>
        let thread: WorkerThread
        let isLossless: Bool
        /// Pictures that may wait for the encoder.
        let capacity: Int
    }

    /// Whether audio is of use.
    private struct AudioNeed {
        /// Requests that wait to be heard and may need it.
        var requestCount = 0
        /// Whether the newest recording has it.
        var isRecorded = false
    }

    /// A camera's waiting pictures from which on detection gives way.
    private static var busyCount: Int { 4 }

    private let metadataOutput: MetadataOutput?
    private let running = Mutex<Running?>(nil)
    /// Requests made while no session runs.
    private let requests = Mutex<[RecordingItem.Request]>([])
    private let delegate = Mutex<(any RecordingDelegate)?>(nil)
    private let isCancelled = CancelRequest()
    private let audioNeed = Mutex(AudioNeed())
    private let currentStatus = Mutex(RecordingStatus())
    private let broadcast = Broadcast<RecordingEvent>()

    /// An output that records the faces which `metadataOutput` finds; without it, none.
    ///
    /// Feed both from the same input: a recording without the observations of its frames fails.
    public init(metadataOutput: MetadataOutput?) { self.metadataOutput = metadataOutput }

    /// Pictures and sound.
    public var mediaTypes: Set<MediaType> { [.video, .audio] }

    // MARK: Recording

    /// Begins a recording with the next picture, or with the session.
    public func startRecording(_ settings: RecordingSettings) {
        if settings.audio != .none { audioNeed.withLock { $0.requestCount += 1 } }
        request(.start(settings))
    }

    /// Leaves out what comes until ``resumeRecording()``; the pause takes no time in the movie.
    public func pauseRecording() { request(.pause) }

    /// Goes on after a pause.
    public func resumeRecording() { request(.resume) }

    /// Ends the recording and finishes its files; the session's end does so too.
    public func stopRecording() { request(.stop) }

    /// Ends the recording and removes the file that is not finished, also while it is being finished.
    public func cancelRecording() {
        isCancelled.make()
        request(.cancel)
    }

    /// Puts a text into the movie, at the time of the newest picture.
    public func addMarker(_ text: String) { request(.mark(text)) }

    /// Records what lies around a moment, the session time of a picture, with the trigger
    /// ``RecordingSettings/Trigger/moment(preRoll:postRoll:lookBack:)``; the first call counts.
    public func recordMoment(at time: MediaTime) { request(.moment(time)) }

    /// How far the recording is.
    public var status: RecordingStatus { currentStatus.withLock { $0 } }

    /// Sets who is told; the output holds on to the delegate until another one is set.
    public func setRecordingDelegate(_ newDelegate: (any RecordingDelegate)?) {
        delegate.withLock { $0 = newDelegate }
    }

    /// What happens from now on, for tasks; a reader may lose all but the newest 64.
    public func events() -> AsyncStream<RecordingEvent> { broadcast.makeStream(bufferSize: 64) }

    private func request(_ request: RecordingItem.Request) {
        if let running = running.withLock({ $0 }) {
            running.queue.enqueue(.request(request))
        } else {
            requests.withLock { $0.append(request) }
        }
    }

    // MARK: Output of a session

    /// Audio only for a recording that has it.
    public var neededMediaTypes: Set<MediaType> {
        audioNeed.withLock { $0.requestCount > 0 || $0.isRecorded } ? mediaTypes : [.video]
    }

    /// How many pictures wait, of those that may.
    public var load: OutputLoad {
        guard let running = running.withLock({ $0 }), !running.isLossless else { return .relaxed }
        let count = running.queue.pictureCount
        if count >= running.capacity { return .full }
        return count >= Self.busyCount ? .busy : .relaxed
    }

    /// Loads the encoders' libraries, and starts the thread.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        EncoderLibraries.load()
        let capacity = isLossless ? 4 : Self.liveCapacity(of: connections)
        let queue = RecordingQueue<RecordingItem>(capacity: capacity)
        let early = requests.withLock { requests in
            defer { requests = [] }
            return requests
        }
        for request in early { queue.enqueue(.request(request)) }
        let thread: WorkerThread
        do throws(FacecapError) {
            thread = try WorkerThread(name: "fc.encode") { [unowned self] in
                run(queue, connections: connections, isLive: !isLossless)
            }
        } catch {
            requests.withLock { $0 = early + $0 }
            throw error
        }
        running.withLock {
            $0 = Running(
                queue: queue, thread: thread, isLossless: isLossless, capacity: capacity)
        }
        metadataOutput?.addObserver(self)
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
        case .frame(let frame):
            if metadataOutput?.observes(connection.input) == false {
                return queue.enqueue(.failure(Self.unobserved))
            }
            queue.enqueuePicture(.frame(frame))
        case .audio(let sound): queue.enqueue(.sound(sound))
        case .encoded(let sample): queue.enqueue(.encoded(sample, connection.mediaType))
        case .notice(.interruptionEnded(let gap)) where connection.mediaType == .video:
            queue.enqueue(.gap(gap))
        case .skippedFrame, .droppedFrame, .depth, .notice: break
        }
    }

    private static var unobserved: FacecapError {
        FacecapError(
            .invalidState,
            "The metadata output of the recording does not get its frames; add it to the session, from"
                + " the same input.")
    }

    /// Takes the faces of a frame, on the metadata queue.
    public func metadataOutput(
        _ output: MetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {
        running.withLock { $0?.queue }?.enqueue(.observation(observation))
    }

    /// Takes what happened between the frames, on the metadata queue.
    public func metadataOutput(
        _ output: MetadataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) {
        let item: RecordingItem
        switch notice {
        case .interrupted: item = .standstill
        case .interruptionEnded, .lost: item = .unobserved
        default: return
        }
        running.withLock { $0?.queue }?.enqueue(item)
    }

    /// Writes all that was delivered, ends the recording, and waits for both.
    public func finish() {
        // Its last faces belong into the movie.
        metadataOutput?.flush()
        metadataOutput?.removeObserver(self)
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
        let run = RecordingRun(
            connections: connections, hasFaces: metadataOutput != nil, isLive: isLive,
            report: { [unowned self] in report($0) },
            publish: { [unowned self] status in currentStatus.withLock { $0 = status } },
            isCancelled: isCancelled)
        while let item = queue.next(isPicture: { if case .frame = $0 { true } else { false } }) {
            run.receive(item)
            if case .request(.start(let settings)) = item {
                audioNeed.withLock { need in
                    if settings.audio != .none { need.requestCount -= 1 }
                    need.isRecorded = run.recordsAudio
                }
            }
            if let status = run.status { currentStatus.withLock { $0 = status } }
        }
        run.finish()
        if let status = run.status { currentStatus.withLock { $0 = status } }
    }

    private func report(_ event: RecordingEvent) {
        let delegate = delegate.withLock { $0 }
        delegate?.movieFileOutput(self, didReceive: event)
        broadcast.send(event)
    }
}
