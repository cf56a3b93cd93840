// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
internal import FaceValues

/// The recordings of one run of a session, one after the other; used by the thread `fc.encode`.
final class RecordingRun {
    /// Frames that a detector may be behind: more than its queue holds.
    private static var capacity: Int { 16_384 }
    /// As long as faces stay covered by default after they were seen.
    private static let memory = MediaTime(value: 3, timescale: 1)

    /// Of the next recording.
    private var connections: [CaptureConnection]
    /// Along which the faces of the newest recording with faces came at first.
    private var observing: CaptureConnection?
    private var newestFrame: FrameID?
    private var newestObserved: FrameID?
    /// Whether observations ended while no frame waited for any: that is told with the next frame, unless another input
    /// takes the place of the one before until then.
    private var owesEnd = false
    /// Frames are encoded at once: what waits for their faces is where they went.
    private var joiner: FrameJoiner<RecordedFrame>
    /// What was found lately: a recording that begins covers the faces of just before.
    private var recent: [FaceObservation] = []
    private let isLive: Bool
    private let report: @Sendable (CaptureMovieFileOutput.Event) -> Void
    private let publish: (CaptureMovieFileOutput.Status) -> Void
    /// That of the newest recording.
    private var cancelRequest: CancelRequest?
    private var pipeline: RecordingPipeline?
    /// Earlier ones, which wait for what is found in their last frames.
    private var ending: [RecordingPipeline] = []
    private var stage: RedactionStage?
    private var annotation: AnnotationStage?
    private var count = 0
    /// Whether the newest recording has audio.
    private(set) var recordsAudio = false
    /// Whether the newest recording is to end; it may still wait for that among the frames.
    private var isEnding = false

    init(
        connections: [CaptureConnection], isLive: Bool,
        report: @escaping @Sendable (CaptureMovieFileOutput.Event) -> Void,
        publish: @escaping (CaptureMovieFileOutput.Status) -> Void
    ) {
        self.connections = connections
        // From the first recording on that has faces.
        joiner = FrameJoiner(isObserved: false, capacity: Self.capacity)
        self.isLive = isLive
        self.report = report
        self.publish = publish
    }

    /// How far the newest recording is; `nil` before the first.
    var status: CaptureMovieFileOutput.Status? { pipeline?.status }

    /// Takes the next thing.
    func receive(_ item: RecordingItem) {
        switch item {
        case .request(.start(let settings, let cancelRequest)):
            return start(settings, cancelRequest)
        case .connections(let new):
            connections = new
            return settleEnd(with: new)
        case .endOfObservations:
            connections.removeAll { $0.mediaType == .metadata }
            owesEnd = newestFrame == newestObserved
            if owesEnd { return }
        case .frame(let frame): begin(frame.header)
        case .missing(let header): begin(header)
        case .observation(let observation): newestObserved = observation.frame
        case .request(.stop), .request(.cancel): isEnding = true
        default: break
        }
        // It waits for its frame, not behind it.
        if case .observation(let observation) = item {
            joiner.append(observation)
            let start = observation.presentationTime.since(Self.memory)
            recent.removeAll { $0.presentationTime < start }
            recent.append(observation)
        }
        forward(item)
        settle()
    }

    private func forward(_ item: RecordingItem) {
        for item in stage?.receive(item) ?? annotation?.receive(item) ?? [item] { pass(item) }
    }

    // MARK: The end of observations

    private func begin(_ frame: CapturedFrame.Header) {
        newestFrame = frame.id
        if owesEnd { end() }
    }

    /// Goes on with what is found in the frames of another input, by the same output. What another one finds has ids
    /// of its own, and is not for a recording that goes on.
    private func settleEnd(with connections: [CaptureConnection]) {
        guard owesEnd, let metadata = connections.first(where: { $0.mediaType == .metadata }) else {
            return
        }
        if let observing, metadata.hasSameFinder(as: observing) { owesEnd = false } else { end() }
    }

    private func end() {
        owesEnd = false
        forward(.endOfObservations)
    }

    // MARK: Recordings

    /// Nothing more comes: everything that was delivered is written.
    func finish() {
        if owesEnd { end() }
        passAll()
        for pipeline in ending { pipeline.end() }
        pipeline?.end()
    }

    private func start(
        _ settings: CaptureMovieFileOutput.Settings, _ newCancelRequest: CancelRequest
    ) {
        guard isEnding || pipeline?.isTaking != true else {
            if let cancelRequest { newCancelRequest.pass(to: cancelRequest) }
            let message = "The recording has begun already; stop it before starting another."
            return report(.warning(FacecapError(.invalidState, message)))
        }
        passAll()
        if let pipeline, pipeline.status.state.isActive { ending.append(pipeline) }
        stage = settings.redaction.map { RedactionStage(settings: $0, knowing: recent) }
        annotation = settings.drawsFaces ? AnnotationStage(settings, isLive: isLive) : nil
        cancelRequest = newCancelRequest
        isEnding = false
        count += 1
        recordsAudio = settings.audio != .none
        let metadata = connections.first { $0.mediaType == .metadata && $0.isEnabled }
        let hasFaces = metadata != nil
        if let metadata {
            observing = metadata
            joiner.beginObservations()
        }
        do throws(FacecapError) {
            pipeline = try RecordingPipeline(
                settings: settings, connections: connections, hasFaces: hasFaces, isLive: isLive,
                report: report, publish: publishing(number: count),
                isCancelled: { newCancelRequest.isMade })
        } catch {
            pipeline = nil
            recordsAudio = false
            var status = CaptureMovieFileOutput.Status()
            status.state.start()
            status.state.fail(error)
            publish(status)
            report(.failed(error))
        }
    }

    /// Passes on all that waits.
    private func passAll() {
        for item in stage?.finish() ?? annotation?.finish() ?? [] { pass(item) }
    }

    /// What passes on how far the recording of a number is, while no later one has begun.
    private func publishing(number: Int) -> (CaptureMovieFileOutput.Status) -> Void {
        { [unowned self] status in if number == count { publish(status) } }
    }

    private func pass(_ item: RecordingItem) {
        switch item {
        case .frame(let frame): joiner.append(pipeline?.receive(frame), of: frame.header)
        case .missing(let header): joiner.append(nil, of: header)
        case .observation: break
        case .endOfObservations: joiner.endObservations()
        case .notice(let notice): receive(notice)
        case .audio(let audio): pipeline?.receive(audio)
        case .encoded(let sample, let mediaType): pipeline?.receive(sample, mediaType)
        case .request(let request): perform(request)
        case .connections: break
        case .failure(let error): pipeline?.attempt { () throws(FacecapError) in throw error }
        }
        settle()
    }

    private func receive(_ notice: CaptureDelivery.Notice) {
        switch notice {
        case .interruptionEnded(let gap):
            pipeline?.receive(gap)
            joiner.append(notice)
        case .lost: joiner.append(notice)
        default: break
        }
    }

    /// Passes on what is known of frames by now.
    private func settle() {
        while let element = joiner.next() {
            if case .frame(let observed) = element, let frame = observed.frame {
                frame.recording.observe(observed.observation, in: frame)
            } else {
                // Frames are missing, or one that is in no movie.
                for pipeline in ending { pipeline.receiveUnobserved() }
                pipeline?.receiveUnobserved()
            }
        }
        ending.removeAll { !$0.status.state.isActive }
    }

    private func perform(_ request: RecordingItem.Request) {
        guard let pipeline else {
            // One that could not begin has said so.
            if count == 0 { report(.warning(Self.noRecording)) }
            return
        }
        switch request {
        case .start: break
        case .pause(let nanoseconds): pipeline.pause(atNanoseconds: nanoseconds)
        case .resume(let nanoseconds): pipeline.resume(atNanoseconds: nanoseconds)
        case .togglePause(let nanoseconds): pipeline.togglePause(atNanoseconds: nanoseconds)
        case .stop: pipeline.stop()
        case .cancel: pipeline.cancel()
        case .split: pipeline.split()
        case .deleteLastFile: pipeline.deleteLastFile()
        case .mark(let text): pipeline.mark(text)
        case .append(let group): pipeline.append(group)
        case .moment(let time): pipeline.recordMoment(at: time)
        }
    }

    /// Why nothing can be asked of a recording.
    static var noRecording: FacecapError {
        FacecapError(.invalidState, "There is no recording; start one first.")
    }
}
