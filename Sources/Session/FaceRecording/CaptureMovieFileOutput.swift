// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceCapture
public import FaceValues
internal import MediaCodecs
internal import Synchronization
internal import SystemSupport

/// Records what a session captures, with its faces, into movies.
///
/// The faces are those that a ``FaceCapture/CaptureMetadataOutput`` of the session finds in the same input; without
/// one, or where the connection of metadata is disabled when the recording begins, there are none. A recording has what
/// the connections bring that there are when it begins; one that goes on with another input keeps its tracks.
///
/// All work but that with files is done on the thread `fc.encode`, in the order in which things happened. The recording
/// comes before everything else: what it has taken in is never discarded, and a live session lets
/// detection, then whole frames, pass by when the recording falls behind. All functions may be called
/// from any thread; they return at once, and events tell what became of the request.
public final class CaptureMovieFileOutput: CaptureOutput {
    private struct Running {
        let queue: DeliveryQueue<RecordingItem>
        let isLossless: Bool
        /// Frames that may wait for the encoder.
        let capacity: Int
    }

    /// Whether audio is of use.
    private struct AudioNeed {
        /// Requests that wait to be heard and may need it.
        var requestCount = 0
        /// Whether the newest recording has it.
        var isRecorded = false
    }

    private let running = Mutex<Running?>(nil)
    /// Requests made while no session runs: for a recording, and of it.
    private let requests = Mutex<[RecordingItem.Request]>([])
    private let delegate = Mutex<(any CaptureFileOutputRecordingDelegate)?>(nil)
    /// That of the recording that was asked for last.
    private let newestCancelRequest = Mutex(CancelRequest())
    private let audioNeed = Mutex(AudioNeed())
    private let currentStatus = Mutex(Status())
    private let broadcast = Broadcast<Event>()

    /// An output that records nothing yet.
    public init() {}

    /// Video, audio and faces.
    public var mediaTypes: Set<MediaType> { [.video, .audio, .metadata] }

    // MARK: Recording

    /// Begins a recording with the next frame, or with the session.
    public func startRecording(_ settings: Settings) {
        if settings.audio != .none { audioNeed.withLock { $0.requestCount += 1 } }
        let cancelRequest = CancelRequest()
        newestCancelRequest.withLock { $0 = cancelRequest }
        request(.start(settings, cancelRequest))
    }

    /// Leaves out what comes until ``resumeRecording()``; the pause takes no time in the movie. A recording that copies
    /// frames or audio cannot be paused, and a warning says so.
    public func pauseRecording() { request(.pause(MonotonicClock.nowNanoseconds)) }

    /// Goes on after a pause.
    public func resumeRecording() { request(.resume(MonotonicClock.nowNanoseconds)) }

    /// Pauses, or goes on after a pause: that is decided when the requests before it have taken effect, which
    /// ``status`` tells later.
    package func togglePause() { request(.togglePause(MonotonicClock.nowNanoseconds)) }

    /// Ends the recording and finishes its files; the session's end does so too.
    public func stopRecording() { request(.stop) }

    /// Ends the recording and removes the file that is not finished, also while it is being finished. What a split
    /// ends before it stays, and so does a file that ended as there were no faces any more.
    public func cancelRecording() {
        newestCancelRequest.withLock { $0 }.make()
        request(.cancel)
    }

    /// Finishes the file and goes on with the next one, as ``Settings/split`` does: gapless, at the next frame,
    /// which is encoded so that decoding can begin with it; frames that are copied go on at the next such frame.
    ///
    /// The next file has the number behind the last one, `name-002.mp4`, also where the first is `name.mp4`
    /// because no ``Settings/split`` was asked for. Where that cannot be written, the recording goes on in the
    /// file that there is, and a warning tells why.
    public func splitRecording() { request(.split) }

    /// Removes the last file that is done: in a pause the one that the pause interrupts, else the one before
    /// the file that is being written. Called again, it removes the one before.
    ///
    /// The file that comes next gets the number behind the last one that is left. Only files of this recording are
    /// removed, and only while they have their names.
    public func deleteLastFile() { request(.deleteLastFile) }

    /// Puts a text into the movie, at the time of the newest frame; before any, at that of the first one.
    public func addMarker(_ text: String) { request(.mark(text)) }

    /// Puts metadata of the client's own into the movie, in a track of its own: for the stretch of time that the group
    /// names, which may overlap those of others.
    ///
    /// A group that cannot be taken is left out, and a warning tells why: a key, a type or a value that is none, a
    /// time that lies in a pause or more than 10 s after the newest frame, or more keys than a movie has room
    /// for, which is about fifty. What comes too late for its place begins as early as it can.
    public func appendTimedMetadataGroup(_ group: TimedMetadataGroup) { request(.append(group)) }

    /// Records what lies around a moment, the session time of a frame, with the trigger
    /// ``CaptureMovieFileOutput/Settings/Trigger/moment(preRoll:postRoll:lookBack:)``; the first call counts.
    public func recordMoment(at time: MediaTime) { request(.moment(time)) }

    /// How far the recording is.
    public var status: Status { currentStatus.withLock { $0 } }

    /// Sets who is told; the output holds on to the delegate until another one is set.
    public func setRecordingDelegate(_ newDelegate: (any CaptureFileOutputRecordingDelegate)?) {
        delegate.withLock { $0 = newDelegate }
    }

    /// What happens from now on until the session stops, for tasks; a reader may lose all but the newest 64.
    public func events() -> AsyncStream<Event> { broadcast.makeStream(bufferSize: 64) }

    private func request(_ request: RecordingItem.Request) {
        let (queue, isKept) = running.withLock { running in
            (running?.queue, running == nil && keep(request))
        }
        if let queue {
            // Where the session stops meanwhile, it is as if it were made now.
            if !queue.enqueueNote(.request(request)) { self.request(request) }
            return
        }
        switch request {
        // It has ended with the session.
        case _ where isKept, .stop, .cancel: break
        default: report(.warning(RecordingRun.noRecording))
        }
    }

    /// Keeps for the next session a request for a recording, and what is asked of that one.
    private func keep(_ request: RecordingItem.Request) -> Bool {
        requests.withLock { requests in
            let isStart = if case .start = request { true } else { false }
            guard isStart || !requests.isEmpty else { return false }
            requests.append(request)
            return true
        }
    }

    // MARK: Output of a session

    /// Audio only for a recording that has it.
    public var neededMediaTypes: Set<MediaType> {
        audioNeed.withLock { $0.requestCount > 0 || $0.isRecorded }
            ? mediaTypes : [.video, .metadata]
    }

    /// How many frames wait, of those that may.
    public var load: CaptureSession.OutputLoad {
        guard let running = running.withLock({ $0 }), !running.isLossless else { return .relaxed }
        return CaptureSession.OutputLoad(waiting: running.queue.wholeCount, of: running.capacity)
    }

    /// Loads the encoders' libraries, and starts the thread.
    public func start(
        connections: [CaptureConnection], isLossless: Bool
    ) throws(FacecapError) {
        EncoderLibraries.load()
        let capacity = isLossless ? 4 : Self.liveCapacity(of: connections)
        let queue = try DeliveryQueue<RecordingItem>(
            threadName: "fc.encode", capacity: capacity,
            receive: { [unowned self] next in
                run(next, connections: connections, isLive: !isLossless)
            })
        running.withLock { running in
            requests.withLock { requests in
                for request in requests { queue.enqueueNote(.request(request)) }
                requests = []
            }
            running = Running(queue: queue, isLossless: isLossless, capacity: capacity)
        }
    }

    /// Half a second of a camera's frames, as what waits is lost when the program is killed.
    private static func liveCapacity(of connections: [CaptureConnection]) -> Int {
        let video = connections.first { $0.mediaType == .video }?.input.videoFormat
        return Int(
            min(
                max(Double(CaptureSession.OutputLoad.busyCount + 1), (video?.frameRate ?? 30) / 2),
                16))
    }

    /// Lets the next recording have what comes by these.
    public func connectionsDidChange(_ connections: [CaptureConnection]) {
        running.withLock { $0 }?.queue.enqueueNote(.connections(connections))
    }

    /// Takes the next frame, what was found in one, or audio.
    public func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
        guard let queue = running.withLock({ $0?.queue }) else { return }
        switch delivery {
        case .frame(let frame) where connection.isEnabled: queue.enqueue(.frame(frame))
        case .frame(let frame): queue.enqueueNote(.missing(frame.header))
        case .skippedFrame(let header, _), .droppedFrame(let header, _):
            queue.enqueueNote(.missing(header))
        case .observation(let observation): queue.enqueueNote(.observation(observation))
        case .notice(.ended) where connection.mediaType == .metadata:
            queue.enqueueNote(.endOfObservations)
        case .notice(let notice) where connection.mediaType == .video:
            queue.enqueueNote(.notice(notice))
        case .audio(let audio) where connection.isEnabled: queue.enqueueNote(.audio(audio))
        case .encoded(let sample) where connection.isEnabled:
            queue.enqueueNote(.encoded(sample, connection.mediaType))
        case .audio, .encoded, .depth, .notice: break
        }
    }

    /// Writes all that was delivered, ends the recording, and waits for both.
    public func finish() {
        let last = running.withLock { $0.take() }
        last?.queue.finish()
    }

    // MARK: The thread

    private func run(
        _ next: () -> RecordingItem?, connections: [CaptureConnection], isLive: Bool
    ) {
        let run = RecordingRun(
            connections: connections, isLive: isLive,
            report: { [unowned self] in report($0) },
            publish: { [unowned self] status in currentStatus.withLock { $0 = status } })
        while let item = next() {
            run.receive(item)
            if case .request(.start(let settings, _)) = item {
                audioNeed.withLock { need in
                    if settings.audio != .none { need.requestCount -= 1 }
                    need.isRecorded = run.recordsAudio
                }
            }
            if let status = run.status { currentStatus.withLock { $0 = status } }
        }
        run.finish()
        if let status = run.status { currentStatus.withLock { $0 = status } }
        broadcast.finish()
    }

    private func report(_ event: Event) {
        let delegate = delegate.withLock { $0 }
        delegate?.movieFileOutput(self, didReceive: event)
        broadcast.send(event)
    }
}
