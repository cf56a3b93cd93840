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
        let media = try? MediaFileInspection.of(path: path, isolation: isolation)
        guard track.describes(media?.decodedTrack?.id) else {
            shortcoming = "describes other frames than those that are shown"
            return
        }
        do throws(FacecapError) {
            try readFaces(of: track, collector, interruption)
            let count = try untoldFrameCount(of: track, interruption)
            if count > 0 { shortcoming = "tells nothing of \(count) of its frames" }
        } catch {
            // Samples in another file: whoever looks for faces in the video says so.
            if error.code == .mediaUnreadable { return nil }
            shortcoming = "is damaged (\(error.message))"
        }
        if plan.unusableFaceCount > 0 {
            shortcoming = shortcoming ?? "has faces without a place in the frame"
        } else if !plan.hasFaces {
            shortcoming = shortcoming ?? "has no face"
        }
    }

    private mutating func readFaces(
        of track: FaceTrackReader, _ collector: FaceTrackCollector, _ interruption: Interruption
    ) throws(FacecapError) {
        var cursor = track.frames()
        while !interruption.isMade, let element = try cursor.next() {
            switch element {
            case .gap(let start, _): collector.appendGap(from: start)
            case .frame(let frame):
                plan.append(frame.observation, duration: frame.duration)
                collector.append(frame.observation)
            }
        }
    }

    /// How many frames there are that would be hidden as a whole.
    private func untoldFrameCount(
        of track: FaceTrackReader, _ interruption: Interruption
    ) throws(FacecapError) -> Int {
        guard let video = track.video else { return 0 }
        var samples = track.movie.samples(of: video)
        var count = 0
        while !interruption.isMade, let sample = try samples.next() {
            guard let time = video.presentationTime(ofMediaTime: sample.presentationMediaTime)
            else { continue }
            if !plan.tells(of: time) { count += 1 }
        }
        return count
    }
}

extension FaceTrackReader {
    /// Whether it describes the video track of a number; where that is not known, whether there is no other one.
    fileprivate func describes(_ trackID: UInt32?) -> Bool {
        guard let trackID else { return movie.tracks.count { $0.kind == .video } < 2 }
        return video?.id == trackID
    }
}
