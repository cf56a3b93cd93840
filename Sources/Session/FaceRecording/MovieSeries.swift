// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MovieWriting
internal import SystemSupport
internal import TimedMetadata

/// The files of a recording, one after the other: sends each sample into the file it belongs to; used by one thread.
final class MovieSeries {
    let settings: CaptureMovieFileOutput.Settings
    let tracks: [RecordedTrack]
    private let descriptions: [MovieWriter.TrackDescription]
    let leader: RecordedTrack
    let report: @Sendable (CaptureMovieFileOutput.Event) -> Void
    private let captured: (MediaTime) -> Int64?
    private let finisher: MovieFinisher
    /// Those before the last one wait for what some track still has for them.
    private(set) var movies: [OpenMovie] = []
    /// Until when no file can begin any more, as what comes is decoded later; `nil` before the first frame.
    private(set) var horizon: MediaTime?
    private var newestFrameTime: MediaTime?
    /// When the newest frame is shown that was taken, which the encoder may hold back.
    var takenUntil: MediaTime?
    /// When the oldest frame is shown of which it is not known yet what was found in it; `nil` where there is none.
    var unobservedStart: MediaTime?
    /// What is later than the horizon, and not known therefore where it belongs: encoders hold frames
    /// back, and audio and faces are ahead of them.
    private(set) var early: [RecordedSample] = []
    /// The packet of audio that was written last: in the next file it primes the decoder.
    private var lastAudio: EncodedSample?
    var runningMetadata = RunningMetadata()
    var preRoll: PreRollBuffer?
    private var split: SplitPlan
    private(set) var files: [SeriesFile] = []
    /// What those hold that take no more.
    private(set) var finished = (byteCount: Int64(0), duration: MediaTime.zero)
    /// The number of a file that somebody wanted while another one was deleted.
    private var expectedNumber = 1
    /// Names of a series that were passed by, as other files have them.
    private var takenCount = 0
    private(set) var hasBegun = false
    /// Why the files take no more frames; `nil` while they do.
    var limit: String?
    /// The bytes of the frames in a row that are shown before one that is decoded earlier: now, and at most so far.
    var reordered = (now: Int64(0), most: Int64(0))
    /// The bytes of the largest sample of faces.
    private(set) var largestFaces: Int64 = 0
    /// What all files have in common; known when the first one begins.
    private var recordingID = ""
    /// The time in files that were deleted.
    private var deletedTime = MediaTime.zero
    private(set) var requests = SplitRequests()
    var isTaking = false
    var hasToldOpenGroup = false

    init(
        settings: CaptureMovieFileOutput.Settings,
        tracks: [(track: RecordedTrack, description: MovieWriter.TrackDescription)],
        report: @escaping @Sendable (CaptureMovieFileOutput.Event) -> Void,
        captured: @escaping (MediaTime) -> Int64?
    ) throws(FacecapError) {
        self.settings = settings
        self.tracks = tracks.map(\.track)
        descriptions = tracks.map(\.description)
        leader = tracks.first?.track ?? .video
        self.report = report
        self.captured = captured
        finisher = try MovieFinisher(report: report)
        split = SplitPlan(settings.split)
        switch settings.trigger {
        case .always: break
        case .faces(let duration, _):
            preRoll = PreRollBuffer(duration: duration, leader: leader)
        case .moment(let duration, _, let lookBack):
            preRoll = PreRollBuffer(duration: duration.advanced(by: lookBack), leader: leader)
        }
    }

    /// Whether a file is to begin with the next frame with which decoding can begin.
    var isWaitingForSync: Bool { isTaking && (movies.last.map { $0.end != nil } ?? true) }

    /// Begins a file with what was kept of the time before; without that, with the next sample.
    ///
    /// - Parameter time: what was shown by then and is not needed later is left out.
    func begin(from time: MediaTime? = nil) throws(FacecapError) {
        guard !isTaking else { return }
        isTaking = true
        for recorded in takeKept(from: time) { try append(recorded) }
    }

    /// What was kept, from the last frame with which decoding can begin that is not later than `time`, to be appended
    /// again: its frames count for the limits as new ones do.
    func takeKept(from time: MediaTime?) -> [RecordedSample] {
        let kept = preRoll?.takeAll(from: time) ?? []
        if !kept.isEmpty { newestFrameTime = nil }
        return kept
    }

    /// Ends the file at `time`; what comes later is kept for a next one.
    func end(at time: MediaTime) {
        guard isTaking else { return }
        isTaking = false
        movies.last?.end(at: time, closesLeader: false)
    }

    /// Begins the next file with the first frame after `time` with which decoding can begin; `false` where
    /// no file is written, nor will be as soon as its first frame is encoded.
    func split(after time: MediaTime) -> Bool {
        guard isTaking, settings.file == nil else { return false }
        requests.split(after: time)
        return true
    }

    /// Removes the last file that takes no more; `false` where there is none.
    ///
    /// - Parameter end: the last frame before the pause, which ends the file that takes more; `nil` without one.
    func deleteLastFile(pausedAfter end: MediaTime?) -> Bool {
        guard settings.file == nil else { return false }
        let open = isTaking ? movies.last.flatMap { $0.end == nil ? $0.path : nil } : nil
        var candidates = files
        if isTaking, open != nil || end == nil {
            switch requests.deleteLast(pausedAfter: end) {
            case .open: if end == nil { expectedNumber = (files.last?.number ?? 0) + 1 }
            case .finished: candidates.removeAll { $0.path == open }
            case .expected(let count):
                let number = (files.last?.number ?? 0) + count
                if end == nil { expectedNumber = number + 1 }
                report(.fileDeleted(path: path(ofFile: number)))
                return true
            }
        }
        guard let file = candidates.last else { return false }
        files.removeAll { $0.number == file.number }
        finished.byteCount -= file.byteCount
        finished.duration = finished.duration.since(file.duration)
        guard let index = movies.firstIndex(where: { $0.path == file.path }) else {
            finisher.delete(file.path)
            return true
        }
        movies.remove(at: index).writer.cancel()
        report(.fileDeleted(path: file.path))
        return true
    }

    /// Sends a sample where it belongs, now or once that is known.
    func append(_ recorded: RecordedSample) throws(FacecapError) {
        runningMetadata.append(recorded)
        guard recorded.track == leader else {
            if recorded.track == .faces {
                largestFaces = max(largestFaces, MovieSize.cost(of: recorded.sample))
            }
            if isBehindLimit(recorded) { return }
            if isKnown(recorded) { return try place(recorded) }
            early.append(recorded)
            if haveFramesEnded(before: recorded) { try place(early.removeFirst()) }
            return
        }
        if leavesOut(recorded) { return }
        let time = recorded.sample.shownTime
        if requests.discards(time) {
            if let open = movies.last, open.end == nil { open.end(at: time, closesLeader: true) }
        } else {
            if recorded.sample.isSync { try prepareFile(from: recorded.sample) }
            try place(recorded)
        }
        // What was kept comes again.
        horizon = max(horizon ?? recorded.sample.decodeTime, recorded.sample.decodeTime)
        newestFrameTime = max(newestFrameTime ?? .zero, time)
        if recorded.sample.isSync { forgetMetadata() }
        let known = early.filter(isKnown)
        early.removeAll(where: isKnown)
        for recorded in known { try place(recorded) }
    }

    func isAheadOfFrames(_ recorded: RecordedSample) -> Bool {
        newestFrameTime.map { $0 < recorded.sample.presentationTime } ?? true
    }

    private func isKnown(_ recorded: RecordedSample) -> Bool {
        guard let horizon else { return false }
        return recorded.sample.presentationTime <= horizon
    }

    private func place(_ recorded: RecordedSample) throws(FacecapError) {
        if let movie = movies.first(where: { $0.takes(recorded) }) {
            if recorded.track == .audio {
                try movie.primeAudio(with: lastAudio, before: recorded.sample)
                lastAudio = recorded.sample
            }
            if recorded.track == .client { try renewMetadata(of: movie) }
            tellIfBeforeItsFile(recorded, movie)
            try movie.append(recorded)
        } else {
            preRoll?.append(recorded)
        }
        try finishCompleteMovies(now: recorded.track == leader ? recorded.sample : nil)
    }

    /// Finishes all files and waits for them; the first thing that went wrong.
    func finish() -> FacecapError? {
        var failure: FacecapError?
        do throws(FacecapError) {
            // Faces may have been found in frames that did not come any more, or had no room.
            for recorded in early
            where limit == nil && recorded.track != .faces || !isAheadOfFrames(recorded) {
                try place(recorded)
            }
            for movie in movies { try renewMetadata(of: movie) }
        } catch {
            failure = error
        }
        early = []
        for movie in movies { finisher.finish(movie) }
        // While they are waited for, `cancel` removes the last one alone, and that only where nothing else ended it.
        movies = isEnded ? [] : movies.filter { !$0.hasAllFrames }
        return finisher.wait() ?? failure
    }

    /// What each file holds, once it is finished.
    var summaries: [MovieWriter.Summary] { finisher.summaries }

    /// Throws the file away that took frames to the end, also where only a part of it could be written, or it got whole
    /// before the request was heard; those before it stay.
    func cancel() {
        for movie in movies where !movie.hasAllFrames {
            movie.writer.cancel()
            guard movie.writer.status != .cancelled, settings.file == nil else { continue }
            finisher.delete(movie.path)
            movie.file.remove()
        }
        movies.removeAll { !$0.hasAllFrames }
    }

    private func prepareFile(from sample: EncodedSample) throws(FacecapError) {
        guard isTaking else { return }
        let start = sample.shownTime
        if !hasBegun { recordingID = settings.makeRecordingID(from: sample.bytes) }
        guard let current = movies.last, current.end == nil else {
            return try beginFile(from: start, follows: false)
        }
        guard sample.hiddenUntil == nil else { return }
        let isDue = split.splits(
            at: start, byteCount: current.byteCount + outstandingByteCount(before: start))
        let isRequested = requests.splits(at: start)
        guard isDue || isRequested else { return }
        do throws(FacecapError) {
            try beginFile(from: start, follows: true)
            if let part = current.unsaidPart.take() { current.writer.addMetadata([part.item]) }
            current.end(at: start, closesLeader: true)
        } catch {
            guard isRequested, !isDue else { throw error }
            requests.settle(at: start)
            report(.warning(error))
        }
    }

    private func path(ofFile number: Int) -> String {
        settings.path(ofFile: number + takenCount)
    }

    private func beginFile(from start: MediaTime, follows: Bool) throws(FacecapError) {
        let number = max(expectedNumber, (files.last?.number ?? 0) + 1)
        expectedNumber = 1
        finisher.waitUntilDeleted(path(ofFile: number))
        while settings.isSeries, hasBegun, !settings.overwritesExistingFiles,
            Files.exists(path(ofFile: number))
        { takenCount += 1 }
        let path = path(ofFile: number)
        var configuration = settings.writerConfiguration(path: path, captured: captured(start))
        let deleted = files.last?.end.map { start.since($0) } ?? deletedTime
        let recorded = start.since(deleted)
        let isFollowing = follows || files.isEmpty || files.last?.end != nil
        let part = RecordingPart(
            recordingID: recordingID, numbers: number...number, start: isFollowing ? recorded : nil)
        let saysPart = settings.isSeries || number > 1
        configuration.metadata = settings.metadata + (saysPart ? [part.item] : [])
        let isFirst = !hasBegun && settings.trigger == .always
        // Of a file without frames too: its audio may begin later.
        configuration.startTime = min(isFirst ? settings.startTime ?? start : start, start)
        let file =
            if let file = settings.file {
                file
            } else {
                try AtomicFile(creating: path, overwriting: settings.overwritesExistingFiles)
            }
        let descriptions =
            isFirst ? descriptions : descriptions.map { $0.primed(by: lastAudio) }
        let writer = try MovieWriter(
            into: file, tracks: descriptions, configuration: configuration)
        movies.append(
            OpenMovie(
                path: path, writer: writer, file: file, isPrimed: lastAudio != nil,
                isRewritten: settings.shouldOptimizeForNetworkUse, start: isFirst ? nil : start,
                beginning: start, follows: follows, leader: leader, tracks: tracks,
                size: MovieSize(of: tracks, descriptions, configuration)))
        movies.last?.unsaidPart = saysPart ? nil : part
        deletedTime = deleted
        if let last = files.indices.last, follows { files[last].end = recorded }
        files.append(SeriesFile(number: number, path: path, start: recorded))
        hasBegun = true
        requests.settle(at: start)
        split.begin(at: start, byteCount: movies.last?.byteCount ?? 0)
        report(.fileStarted(path: path))
    }

    private func finishCompleteMovies(now leading: EncodedSample?) throws(FacecapError) {
        while let first = movies.first, let end = first.end {
            guard first.isComplete || isOverdue(first, end: end, now: leading) else { return }
            if let index = files.lastIndex(where: { $0.path == first.path }) {
                files[index].byteCount = first.byteCount
                files[index].duration = duration(of: first)
                finished.byteCount += first.byteCount
                finished.duration = finished.duration.advanced(by: files[index].duration)
            }
            movies.removeFirst()
            defer { finisher.finish(first) }
            try renewMetadata(of: first)
        }
    }
}
