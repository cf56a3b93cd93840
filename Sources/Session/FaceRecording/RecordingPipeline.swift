// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
internal import FaceValues
internal import TimedMetadata

/// One recording: from what a session delivers to files; used by one thread.
final class RecordingPipeline {
    let settings: CaptureMovieFileOutput.Settings
    let hasFaces: Bool
    private let report: @Sendable (CaptureMovieFileOutput.Event) -> Void
    let publish: (CaptureMovieFileOutput.Status) -> Void
    private let isCancelled: @Sendable () -> Bool
    let encoder: SampleEncoder
    private(set) var series: MovieSeries?
    var timeline = RecordingTimeline()
    var limits: RecordingLimits
    /// The whole seconds of media when progress was told last.
    var toldSecond: Int64 = 0
    var firstTime: MediaTime?
    /// Whether it was told that frames are turned otherwise than the first one.
    var hasToldTurn = false
    var trigger: FaceTrigger?
    /// Whether there were faces, at the times of frames that are not encoded yet.
    var sightings: [(time: MediaTime, hasFaces: Bool)] = []
    /// Where the file of faces was ended because no frames came; handed to the next frame that is encoded.
    var endOfVisit: MediaTime?
    /// What came before the tracks were known.
    private var opening: [RecordedSample] = []
    /// What was asked for since the last frame or audio: to pause or to go on, and when on `CLOCK_MONOTONIC`.
    var pauseRequests: [(isPause: Bool, nanoseconds: Int64)] = []
    /// The source's time of the newest audio.
    var newestAudioTime: MediaTime?
    /// The source's time of the newest audio when the last frame came; that of the frame where there was no audio yet.
    var audioTimeAtFrame: MediaTime?
    /// When the frames are shown of which it is not known yet what was found in them; `nil` of one in a pause.
    private var unobservedTimes: [MediaTime?] = []
    /// The frames that came out of the encoder.
    private(set) var encodedFrameCount = 0
    /// Whether no more frames are taken; what is found in those that were still comes.
    var isEnding = false
    /// What went wrong first.
    private var failure: FacecapError?
    /// The time of the newest sample of faces, unless it ends already.
    var lastFaceTime: MediaTime?
    /// Whether frames are missing since then.
    var isUnobserved = false
    var keyFrames: KeyFrameSchedule
    /// What the movie is to lie around, until its frame is encoded.
    var moment: MediaTime?
    var lastTime: MediaTime?
    /// Where files were to begin before the tracks were known.
    var earlySplits: [MediaTime] = []
    var lastMarkerTime: MediaTime?
    var metadata = ClientMetadataTimeline()
    /// What a client said before the first frame.
    var earlyMetadata: [TimedMetadataGroup] = []
    /// The texts of markers from before the first frame.
    var earlyMarkers: [String] = []
    var status = CaptureMovieFileOutput.Status()

    /// - Parameters:
    ///   - report: told what happens, on the calling thread and on that which finishes files.
    ///   - publish: told how far it is before what that leads to is reported, on the calling thread.
    ///   - isCancelled: whether the request was made to throw the recording away; its last file goes too where it gets
    ///     whole in the meantime, unless it had ended before.
    init(
        settings: CaptureMovieFileOutput.Settings, connections: [CaptureConnection], hasFaces: Bool,
        isLive: Bool,
        report: @escaping @Sendable (CaptureMovieFileOutput.Event) -> Void,
        publish: @escaping (CaptureMovieFileOutput.Status) -> Void,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws(FacecapError) {
        try settings.check(hasFaces: hasFaces)
        self.settings = settings
        self.hasFaces = hasFaces
        self.report = report
        self.publish = publish
        self.isCancelled = isCancelled
        encoder = try SampleEncoder(settings: settings, connections: connections, isLive: isLive)
        limits = RecordingLimits(settings)
        keyFrames = KeyFrameSchedule(settings.split)
        if case .faces(let preRoll, let postRoll) = settings.trigger {
            trigger = FaceTrigger(preRoll: preRoll, postRoll: postRoll)
        }
        status.state.start()
    }

    // MARK: What the session delivers

    /// Takes a frame, so that ``observe(_:in:)`` follows; `nil` where it takes no more.
    func receive(_ frame: CapturedFrame) -> RecordedFrame? {
        guard isTaking else { return nil }
        let image = frame.sampleBuffer
        turnPause(atFrame: image.presentationTime)
        if encoder.isLive { timeline.receive(image) }
        let movieTime = timeline.movieTime(of: image.presentationTime)
        unobservedTimes.append(movieTime)
        let time = movieTime.flatMap(withinLimit)
        let shown = time.flatMap { encode(image, at: $0) }
        return RecordedFrame(
            recording: self, time: shown, placement: encoder.placement(of: image),
            endOfVisit: shown == nil ? nil : endOfVisit.take())
    }

    /// Encodes a frame; when it is shown, to which its faces keep, as a movie has one rounding for both. `nil` where it
    /// could not be encoded.
    private func encode(_ image: VideoSampleBuffer, at time: MediaTime) -> MediaTime? {
        var shown: MediaTime?
        attempt { () throws(FacecapError) in
            try fillLongGap(until: time, like: image.pixelBuffer)
            if isTaking { try append(encoder.silence(until: time)) }
            let forcesKeyFrame = keyFrames.wantsKeyFrame(at: time, isAwaited: isKeyFrameAwaited)
            try appendMetadata(before: time, renews: forcesKeyFrame)
            // Any of it may have reached a limit.
            guard isTaking else { return }
            status.frameCount += 1
            let samples = try encoder.encode(image, at: time, forcesKeyFrame: forcesKeyFrame)
            tellTurn(of: image)
            let newest = encoder.newestFrameTime ?? time
            lastTime = newest
            shown = newest
            try append(samples + takeEarlyMarkers(at: newest))
        }
        return shown
    }

    func receive(_ audio: AudioSampleBuffer) {
        guard isTaking else { return }
        turnPause(atAudio: audio.presentationTime)
        guard let time = timeline.movieTime(of: audio.presentationTime) else { return }
        endVisit(beforeAudioAt: time)
        guard takesAudio(at: time) else { return }
        attempt { () throws(FacecapError) in try append(encoder.encode(audio, at: time)) }
    }

    func receive(_ sample: EncodedSample, _ mediaType: MediaType) {
        guard isTaking else { return }
        if mediaType == .audio, settings.audio == .passthrough,
            let time = timeline.movieTime(of: sample.presentationTime), !takesAudio(at: time)
        {
            return
        }
        attempt { () throws(FacecapError) in
            if let recorded = try encoder.copy(sample, mediaType) { try append([recorded]) }
        }
    }

    /// Takes what was found in the oldest frame of which that was not known; `nil` where nobody will say.
    ///
    /// - Parameter frame: where the frame went.
    func observe(_ observation: FaceObservation?, in frame: RecordedFrame) {
        defer {
            unobservedTimes.removeFirst()
            finalizeOnceObserved()
        }
        guard hasFaces else { return }
        guard let observation else {
            return attempt { () throws(FacecapError) in throw Self.unobserved }
        }
        guard let time = frame.time else { return }
        if let end = frame.endOfVisit { sightings.append((end, false)) }
        // It was kept from the detector alone.
        if case .dropped = observation.outcome { return receiveUnobserved(at: time) }
        attempt { () throws(FacecapError) in
            let stored = frame.placement?.apply(observation) ?? observation
            try append(endOfFaces(before: time) + [encoder.encode(stored, at: time)])
            lastFaceTime = time
            guard observation.outcome == .analysed else { return }
            status.faceCount = observation.faces.count
            guard trigger != nil else { return }
            sightings.append((time, !observation.faces.isEmpty))
            try triggerFiles(until: series?.horizon)
        }
    }

    private static var unobserved: FacecapError {
        FacecapError(
            .invalidState,
            "The metadata output of the recording went out of the session; stop the recording first, or"
                + " disable its connection of metadata before it starts.")
    }

    /// Ends the recording: no more frames are taken, and it is whole as soon as it is known what was
    /// found in those that were.
    func stop() {
        guard isTaking else { return }
        isEnding = true
        finalizeOnceObserved()
    }

    // MARK: Doing it

    /// - Parameter problem: what went wrong with the files that stay where the others are thrown away.
    func act(
        _ action: CaptureMovieFileOutput.State.Action, after problem: FacecapError? = nil
    ) {
        switch action {
        case .none: break
        case .pause: tell(.paused)
        case .resume: tell(.resumed)
        case .finalize: finalize()
        case .remove: remove(after: problem)
        case .refuse(let error): tell(.warning(error))
        }
    }

    /// Who hears of a change finds it in the status.
    func tell(_ event: CaptureMovieFileOutput.Event) {
        publish(status)
        report(event)
    }

    /// Whether it takes frames and audio.
    var isTaking: Bool { status.state.isActive && !isEnding }

    func finalizeOnceObserved() {
        if isEnding, unobservedTimes.isEmpty { act(status.state.stop()) }
    }

    func append(_ samples: [RecordedSample]) throws(FacecapError) {
        guard status.state.isActive else { return }
        if series == nil { try makeSeries() }
        guard let series else {
            opening += samples
            return
        }
        series.takenUntil = lastTime
        series.unobservedStart = unobservedTimes.lazy.compactMap(\.self).first
        for recorded in opening + samples {
            if recorded.track == .video { encodedFrameCount += 1 }
            try series.append(recorded)
        }
        opening = []
        try triggerFiles(until: series.horizon)
        try triggerMoment()
        status.byteCount = series.byteCount
        status.duration = series.duration
        tellProgress()
        if !isEnding, let reason = limits.reached(by: series) {
            end(atLimit: reason)
        }
    }

    /// As soon as it is known what the tracks are like.
    private func makeSeries() throws(FacecapError) {
        guard let tracks = encoder.tracks(hasFaces: hasFaces) else { return }
        let series = try MovieSeries(
            settings: settings, tracks: tracks, report: report,
            captured: { [unowned self] in timeline.captureNanoseconds(at: $0) })
        self.series = series
        if settings.trigger == .always { try series.begin() }
        for time in earlySplits { _ = series.split(after: time) }
        earlySplits = []
    }

    private func finalize() {
        var failure = failure
        do throws(FacecapError) {
            let metadata = lastMetadata()
            for recorded in try encoder.finish() + metadata {
                try series?.append(recorded)
                try triggerFiles(until: series?.horizon)
            }
            try triggerFiles(until: sightings.last?.time)
            try triggerMoment(isLast: true)
        } catch {
            failure = failure ?? error
        }
        if let series {
            status.byteCount = series.byteCount
            status.duration = series.duration
            let problem = series.finish()
            failure = self.failure ?? problem ?? failure
            status.take(series.summaries)
        } else {
            failure = failure ?? encoder.missingFrames
        }
        if isCancelled() { return remove() }
        series = nil
        if let failure {
            status.state.fail(failure)
            tell(.failed(failure))
        } else {
            tell(.completed)
        }
    }

    private func remove(after problem: FacecapError? = nil) {
        series?.cancel()
        // A file that stays fails as it is finished too, and that is told once.
        let failure = series?.finish()
        if let problem = problem ?? failure { tell(.warning(problem)) }
        series = nil
        status.state.discard()
        tell(.cancelled)
    }

    /// Does a part of the work. What goes wrong ends the recording as a stop does, what is written is kept, and the
    /// faces of its frames are waited for; once more, and they are not.
    func attempt(_ body: () throws(FacecapError) -> Void) {
        guard status.state.isActive else { return }
        do throws(FacecapError) {
            try body()
        } catch {
            guard failure == nil else { return end() }
            failure = error
            isEnding = true
            finalizeOnceObserved()
        }
    }
}
