// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Keeps the samples of a face track while a video is looked at: some 200 bytes a frame.
///
/// The faces of a frame last as long as it is shown, which is until the next one, however long that is. A gap
/// is only where frames are known to be missing.
final class FaceTrackCollector: Sendable {
    fileprivate struct State {
        var format: FaceTrackFormat
        var encoder: FaceSampleEncoder
        var samples: [(time: MediaTime, bytes: [UInt8])] = []
        /// Where gaps begin that the video is known to have, ascending.
        var gapStarts: ArraySlice<MediaTime>
        /// How long the last frame is shown, where frames are missing after it.
        var lastDuration: MediaTime?
        /// When frames are shown in the copy; `nil` where they stay as they are.
        var copiedTimes: CopiedFrameTimes?
    }

    private let state: Mutex<State>

    /// - Parameter video: the path of the video. Gaps between its frames that its own face track tells of stay;
    ///   of the frames that it tells nothing of, more will be known.
    init(_ format: FaceTrackFormat = FaceTrackFormat(), keepingGapsOf video: String? = nil) {
        let starts = video.map(Self.gapStarts(of:)) ?? []
        state = Mutex(
            State(
                format: format, encoder: FaceSampleEncoder(format: format),
                gapStarts: starts[...]))
    }

    /// Keeps the faces of a movie of which ``writeCopy`` is to write a copy.
    convenience init(
        _ format: FaceTrackFormat, forCopyOf movie: String,
        isolation: IsolatedFileInput.Isolation?
    ) {
        self.init(format, keepingGapsOf: movie)
        let times = CopiedFrameTimes(ofMovie: movie, isolation: isolation)
        state.withLock { $0.copiedTimes = times }
    }

    private static func gapStarts(of video: String) -> [MediaTime] {
        var starts: [MediaTime] = []
        var cursor = (try? FaceTrackReader(path: video))?.frames()
        while let element = try? cursor?.next() {
            if case .gap(let start, _) = element { starts.append(start) }
        }
        return starts
    }

    /// The track of all that came so far.
    var track: FaceTrackAddition {
        let (format, samples) = state.withLock { state in
            var state = state
            state.beginGap(before: nil)
            return (state.format, state.samples)
        }
        let timescale = samples.first?.time.timescale ?? 1
        return FaceTrackAddition(
            sampleEntry: format.sampleEntry, timescale: timescale,
            samples: samples.map { time, bytes in
                let ticks =
                    time.timescale == timescale
                    ? time : MediaTime(seconds: time.seconds, preferredTimescale: timescale)
                return (ticks.value, bytes)
            })
    }

    /// Writes a copy of a movie with the faces in it, which says who found them, and of which movie it is made.
    ///
    /// - Parameter isolation: what is asked of the process that tells which frames were decoded; `nil` for none.
    func writeCopy(
        of movie: String, to output: String, info: FaceExportFormat.Info,
        isolation: IsolatedFileInput.Isolation?, overwriting: Bool
    ) throws(FacecapError) {
        try state.withLock { $0.copiedTimes }?.check()
        var editor = try MovieEditor(path: movie)
        let media = try? MediaFileInspection.of(path: movie, isolation: isolation)
        try editor.addFaceTrack(track, describing: media?.decodedTrack?.id)
        DetectorMetadata.replace(
            in: &editor, with: DetectorMetadata.items(info), source: CopySource(ofVideo: movie))
        try editor.write(to: output, overwriting: overwriting)
    }

    /// Gives the next frame the time that it has in the copy.
    func move(_ observation: inout FaceObservation) {
        state.withLock { $0.copiedTimes?.move(&observation) }
    }

    /// When a frame is shown in the copy; `nil` where frames stay as they are, and where it has none of that number.
    func copiedTime(ofFrame number: Int) -> MediaTime? {
        state.withLock { $0.copiedTimes?.time(ofFrame: number) }
    }

    /// Takes the next frame; of one that could not be decoded nothing is known.
    ///
    /// - Parameter frameRate: nominal frames a second; `nil` when unknown.
    func append(_ observation: FaceObservation, frameRate: Double? = nil) {
        state.withLock { state in
            if case .dropped = observation.outcome {
                state.lastDuration = MediaTime(
                    seconds: 1 / (frameRate ?? 25), preferredTimescale: 1_000_000)
                return
            }
            state.beginGap(before: observation.presentationTime)
            if observation.searchLimits != nil { state.declareLimits() }
            state.samples.append(
                (observation.presentationTime, state.encoder.encode(observation)))
        }
    }

    /// Takes a stretch of which nothing is known.
    func appendGap(from start: MediaTime) {
        state.withLock { $0.samples.append((start, FaceSampleEncoder.gap)) }
    }
}

extension FaceTrackCollector.State {
    /// Lets the track tell what a search left out; samples that are there stay as they are.
    fileprivate mutating func declareLimits() {
        guard !format.includesLimits else { return }
        format.includesLimits = true
        encoder = FaceSampleEncoder(format: format)
    }

    /// Ends the faces of the last frame where frames are missing between it and the next one.
    fileprivate mutating func beginGap(before next: MediaTime?) {
        guard let last = samples.last?.time else { return lastDuration = nil }
        // A gap that begins with a frame was one of knowledge alone.
        gapStarts = gapStarts.drop { $0.seconds - last.seconds < Self.tolerance }
        let starts = [gapStarts.first, lastDuration.map(last.advanced(by:))].compactMap(\.self)
        lastDuration = nil
        guard let start = starts.min(),
            next.map({ $0.seconds - start.seconds > Self.tolerance }) ?? true
        else { return }
        samples.append((start, FaceSampleEncoder.gap))
    }

    /// Seconds: room for the rounding of times between the scales of two tracks.
    private static var tolerance: Double { 0.001 }
}
