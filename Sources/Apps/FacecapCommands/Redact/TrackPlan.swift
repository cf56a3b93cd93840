// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a video's own track of faces tells of what has to be hidden.
struct TrackPlan {
    /// What the track tells, as far as it can be read.
    private(set) var plan: RedactionPlan
    /// Why faces have to be looked for as well; `nil` where the track tells of all frames.
    private(set) var shortcoming: String?
    /// The video.
    let movie: MovieReader
    /// By how much the times of the track are later than those at which its frames are decoded.
    private let delay: MediaTime
    /// When the track's samples begin, and whether one begins before the last of these.
    private var starts: [MediaTime] = []
    private var goesBack = false
    /// What kept the search that made the track from finding faces; `nil` where it does not say so of any frame.
    private var limits: String?
    /// When all of a frame was searched, and whether known faces alone were followed for too long after one.
    private var lastScan: MediaTime?
    private var isSeldomSearched = false
    /// Whether there are faces that cannot be told from others, or read at all.
    private var hasWrongFaces = false
    /// How many frames the video has.
    private var frameCount = 0
    /// Nanoseconds by which a frame and its faces may be apart, as their tracks count time in other units.
    private static let tolerance: Int64 = 2_000_000
    /// Nanoseconds: faces are hidden as long before they are first seen.
    private static let trustedWait: Int64 = 1_000_000_000
    /// Frames and faces that are sorted by their times.
    private static let maximumSortedCount = 1 << 18

    /// The plan of a video's first track of faces; `nil` where it has none that can be read at all.
    ///
    /// - Parameters:
    ///   - isolation: what is asked of the process that reads the video; `nil` for none.
    ///   - collector: given the faces.
    ///   - interruption: whether they are not needed any more.
    init?(
        path: String, isolation: IsolatedFileInput.Isolation?, settings: RedactionSettings,
        collector: FaceTrackCollector, interruption: Interruption
    ) {
        plan = RedactionPlan(settings: settings)
        // Another kind of video, or one so damaged that detection has to do.
        guard let movie = try? MovieReader(path: path), let track = try? FaceTrackReader(movie)
        else { return nil }
        self.movie = movie
        delay = track.delay
        let media = try? MediaFileInspection.of(path: path, isolation: isolation)
        guard track.describes(media?.decodedTrack?.id) else {
            shortcoming = "describes other frames than those that are shown"
            return
        }
        do throws(FacecapError) {
            try readFaces(of: track, collector, interruption)
            let frames = try frameTimes(of: track, interruption)
            frameCount = frames.count
            let untoldCount = frames.count { !plan.tells(of: decoded($0)) }
            let strayCount = Self.countOf(frames, without: starts)
            if goesBack, !track.isEdited {
                shortcoming = "is damaged (its times go back)"
            } else if untoldCount > 0 {
                shortcoming = "tells nothing of \(untoldCount) of its frames"
            } else if strayCount > 0 {
                shortcoming = "is not in step with \(strayCount) of its frames"
            } else if track.isEdited {
                shortcoming = "belongs to frames that are shown in another order or speed"
            } else if isSeldomSearched {
                shortcoming = "follows only known faces for more than a second"
            } else if let limits {
                shortcoming = "tells of a part of the faces (\(limits))"
            }
        } catch {
            // Samples in another file: whoever looks for faces in the video says so.
            if error.code == .mediaUnreadable { return nil }
            shortcoming = "is damaged (\(error.message))"
        }
        if hasWrongFaces {
            shortcoming = shortcoming ?? "has faces that are damaged"
        } else if plan.unusableFaceCount > 0 {
            shortcoming = shortcoming ?? "has faces without a place in the frame"
        } else if !plan.hasFaces {
            shortcoming = shortcoming ?? "has no face"
        }
    }

    /// Whether a copy shows all frames of the video as they were when the track was made: behind one that cannot be
    /// decoded, decoders repeat what came before it.
    func isBorneOut(by copy: ProcessedCopy.Draft) -> Bool {
        copy.warnings.isEmpty && copy.status.frameCount >= frameCount
    }

    /// Reads the faces in the order of their times, as a plan takes them.
    private mutating func readFaces(
        of track: FaceTrackReader, _ collector: FaceTrackCollector, _ interruption: Interruption
    ) throws(FacecapError) {
        var cursor = track.frames()
        while !interruption.isMade, let element = try cursor.next() {
            switch element {
            case .gap(let start, _):
                // The copy begins with the first frame.
                if start >= delay { collector.appendGap(from: decoded(start)) }
            case .frame(let frame):
                let start = frame.observation.presentationTime
                goesBack = starts.last.map { start < $0 } ?? false
                guard !goesBack else { return try sortFaces(of: track, interruption) }
                append(frame)
                collector.append(decoded(frame.observation))
            }
        }
    }

    /// Reads the faces of a track whose times go back; of very many, the first ones in the file.
    private mutating func sortFaces(
        of track: FaceTrackReader, _ interruption: Interruption
    ) throws(FacecapError) {
        var frames: [FaceTrackReader.Frame] = []
        var (cursor, count) = (track.frames(), 0)
        var failure: FacecapError?
        do throws(FacecapError) {
            while !interruption.isMade, count < Self.maximumSortedCount,
                let element = try cursor.next()
            {
                guard case .frame(let frame) = element else { continue }
                frames.append(frame)
                count += 1 + frame.observation.faces.count
            }
        } catch { failure = error }
        (plan, starts) = (RedactionPlan(settings: plan.settings), [])
        frames.sort { $0.observation.presentationTime < $1.observation.presentationTime }
        frames.forEach { append($0) }
        if let failure { throw failure }
    }

    private mutating func append(_ frame: FaceTrackReader.Frame) {
        starts.append(frame.observation.presentationTime)
        limits = limits ?? frame.observation.searchLimits
        noteScan(of: frame.observation)
        hasWrongFaces = hasWrongFaces || frame.wrongFaceCount > 0
        plan.append(decoded(frame.observation), duration: frame.duration)
    }

    /// An observation at the time at which its frame is decoded.
    private func decoded(_ observation: FaceObservation) -> FaceObservation {
        var observation = observation
        observation.presentationTime = decoded(observation.presentationTime)
        return observation
    }

    /// A time of the track as its frame has it when it is decoded, on the same scale. Tracks round times: none becomes
    /// negative.
    private func decoded(_ time: MediaTime) -> MediaTime {
        guard delay > .zero else { return time }
        let ticks = time.since(delay).ticks(perSecond: time.timescale) ?? time.value
        return MediaTime(value: max(0, ticks), timescale: time.timescale)
    }

    /// Notes how long nobody who came would have been found; every other frame is enough, however long frames last.
    ///
    /// Of a file that begins between two searches the time from its first frame on counts.
    private mutating func noteScan(of observation: FaceObservation) {
        guard let scan = observation.scan else { return }
        let time = observation.presentationTime
        if scan.age == 0 || lastScan == nil { lastScan = time }
        if scan.age > 1, let lastScan, time.since(lastScan).nanoseconds > Self.trustedWait {
            isSeldomSearched = true
        }
    }

    /// When the video's frames are shown.
    private func frameTimes(
        of track: FaceTrackReader, _ interruption: Interruption
    ) throws(FacecapError) -> [MediaTime] {
        guard let video = track.video else { return [] }
        var samples = track.movie.samples(of: video)
        var times: [MediaTime] = []
        while !interruption.isMade, let sample = try samples.next() {
            if let time = video.presentationTime(ofMediaTime: sample.presentationMediaTime) {
                times.append(time)
            }
        }
        return times
    }

    /// How many of the frames have no faces that begin with them: those of a video, or of a track, that some tool made faster
    /// belong to other frames.
    private static func countOf(_ frames: [MediaTime], without starts: [MediaTime]) -> Int {
        var starts = starts.map(\.nanoseconds).sorted()[...]
        return frames.map(\.nanoseconds).sorted().count { time in
            starts = starts.drop { $0 < time - tolerance }
            return starts.first.map { $0 > time + tolerance } ?? true
        }
    }
}

extension FaceTrackReader {
    /// Whether edits show more than one stretch of the frames or of their faces, or one at another speed: programs
    /// disagree about what is seen then, and tools change the edits of one track alone.
    fileprivate var isEdited: Bool {
        [video, track].compactMap(\.self).contains { track in
            let shown = track.edits.filter { $0.mediaTime != nil }
            return shown.count > 1 || shown.contains { $0.rate != 1 }
        }
    }

    /// Whether it describes the video track of a number; where that is not known, whether there is no other one.
    fileprivate func describes(_ trackID: UInt32?) -> Bool {
        guard let trackID else { return movie.tracks.count { $0.kind == .video } < 2 }
        return video?.id == trackID
    }
}
