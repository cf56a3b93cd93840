// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting

/// A track of a movie in fragments or without its end, on its way to sample tables.
struct RebuiltTrack: Sendable {
    let track: MovieTrack
    private let movieName: String
    private let movieTimescale: Int32
    private(set) var samples = SampleTable()
    private var held: (sample: MovieSample, offset: UInt64)?
    private var start: Int64?
    private var firstOffset: Int64 = 0
    /// How many samples may still be there again.
    private var repetitionsLeft = 1 << 16

    /// In the recorder's fragments an edit skips the time that reordered frames need; in its finished
    /// movies the offsets are negative instead. Movies of others keep their edits.
    private let isRecorders: Bool

    init(_ track: MovieTrack, of reader: MovieReader, isRecorders: Bool) {
        self.isRecorders = isRecorders
        self.track = track
        movieName = reader.name
        movieTimescale = reader.timescale
    }

    /// Adds the next sample, which comes to lie at `offset`.
    mutating func append(_ sample: MovieSample, at offset: UInt64) throws(FacecapError) {
        guard sample.descriptionIndex == 0 else {
            throw FacecapError(
                .mediaUnreadable,
                "\(movieName): track \(track.id) changes its format on the way; remux it with `ffmpeg -c copy`."
            )
        }
        if track.kind != .metadata, let lastStart,
            Ticks.difference(sample.decodeTime, lastStart) > Int64(UInt32.max)
        {
            throw FacecapError(
                .mediaUnreadable,
                "\(movieName): track \(track.id) has two samples more than \(UInt32.max) ticks apart; remux it with"
                    + " `ffmpeg -c copy`."
            )
        }
        finish(at: sample.decodeTime)
        if start == nil { (start, firstOffset) = (sample.decodeTime, sample.compositionOffset) }
        held = (sample, offset)
    }

    /// Ends the track with the last sample's own duration.
    mutating func finish() {
        if let end { finish(at: end) }
    }

    /// Where the last sample ends that was added, in ticks of the media; `nil` without samples.
    var end: Int64? { held.map { Ticks.sum($0.sample.decodeTime, $0.sample.duration) } }

    /// When the last sample begins that was added, in ticks of the media; `nil` without samples.
    var lastStart: Int64? { held?.sample.decodeTime }

    /// The last sample that was added, until ``finish()``.
    var last: MovieSample? { held?.sample }

    /// Adds a sample that is not in the source, behind the others; again and again while it lasts longer than a sample
    /// can.
    mutating func append(byteCount: UInt32, from begin: Int64, until end: Int64, at offset: UInt64)
    {
        finish(at: begin)
        start = start ?? begin
        for start in starts(from: begin, until: end) {
            samples.append(
                offset: offset, size: byteCount,
                decodeDelta: UInt32(clamping: Ticks.difference(end, start)), compositionOffset: 0,
                isSync: true)
        }
    }

    /// Ends the last sample, not held back any longer, at a moment of the media.
    mutating func finish(at end: Int64) {
        guard let held = self.held.take() else { return }
        let start = held.sample.decodeTime
        // Metadata that holds longer than a sample can is there again.
        let starts = track.kind == .metadata ? starts(from: start, until: end) : []
        for start in starts.isEmpty ? [start] : starts {
            samples.append(
                offset: held.offset, size: UInt32(clamping: held.sample.byteCount),
                decodeDelta: UInt32(clamping: Ticks.difference(end, start)),
                compositionOffset: Int32(
                    clamping: Ticks.difference(held.sample.compositionOffset, compositionShift)),
                isSync: held.sample.isSync)
        }
    }

    /// When samples begin that last as long as they can, one after the other, up to a moment.
    private mutating func starts(from begin: Int64, until end: Int64) -> [Int64] {
        let starts = Array(
            stride(from: begin, to: end, by: Int(UInt32.max))
                .prefix(min(2048, 1 + repetitionsLeft)))
        repetitionsLeft -= max(0, starts.count - 1)
        return starts
    }

    /// The edits of a track that is shown in one piece: how much later it begins, in ticks of the
    /// movie, and where in its media; `nil` for lists that say more.
    private var simpleEdits: (delay: Int64, mediaTime: Int64)? {
        var rest = track.edits[...]
        var delay: Int64 = 0
        if let first = rest.first, first.mediaTime == nil {
            delay = first.segmentDuration
            rest = rest.dropFirst()
        }
        guard let edit = rest.first else { return delay == 0 ? (0, 0) : nil }
        guard rest.count == 1, edit.segmentDuration == 0, edit.rate == 1,
            let mediaTime = edit.mediaTime
        else { return nil }
        return (delay, mediaTime)
    }

    /// What the edit skips beyond the first frame's own delay is frames that are not shown, which stay behind it.
    private var compositionShift: Int64 {
        guard isRecorders, track.kind == .video, let simpleEdits else { return 0 }
        return min(simpleEdits.mediaTime, max(0, firstOffset))
    }

    /// The edits of the finished track, whose media begins with its first sample.
    var edits: [MovieEdit] {
        let start = start ?? 0
        guard let (delay, mediaTime) = simpleEdits else {
            return track.edits.compactMap { edit in
                guard let mediaTime = edit.mediaTime.map({ max(0, Ticks.difference($0, start)) })
                else { return edit }
                // Nothing is shown of media that is not there.
                let rest = duration(from: mediaTime)
                guard rest > 0 else { return nil }
                return MovieEdit(
                    segmentDuration: min(edit.segmentDuration, rest), mediaTime: mediaTime,
                    rate: edit.rate)
            }
        }
        let skipped = Ticks.difference(mediaTime - compositionShift, start)
        // FFmpeg shows the first sample when its edit begins, also where that begins before it.
        let shown =
            delay > 0 || skipped != 0 ? max(skipped, samples.presentationStart, 0) : 0
        let late = Ticks.convert(
            Ticks.difference(shown, skipped), from: track.timescale, to: movieTimescale)
        let edit = MovieEdit(segmentDuration: duration(from: shown), mediaTime: shown)
        let total = Ticks.sum(delay, late)
        let hidesFrames = track.kind == .video && samples.presentationStart < shown
        guard total > 0 || skipped > 0 || hidesFrames || track.kind == .metadata else { return [] }
        return total > 0 ? [MovieEdit(segmentDuration: total, mediaTime: nil), edit] : [edit]
    }

    /// How long the media is shown from a moment on, in ticks of the movie.
    private func duration(from start: Int64) -> Int64 {
        let shown = max(0, Ticks.difference(samples.presentationEnd, max(0, start)))
        return Ticks.convert(shown, from: track.timescale, to: movieTimescale)
    }

    /// How long the track is shown, in ticks of the movie.
    var duration: UInt64 {
        let edits = edits
        guard !edits.isEmpty else { return UInt64(max(0, duration(from: 0))) }
        return UInt64(max(0, edits.reduce(0) { Ticks.sum($0, $1.segmentDuration) }))
    }

    /// The moment of the track's media that is presented at a time; `nil` where its edits say more than
    /// a formula.
    func mediaTime(presentedAt time: MediaTime) -> Int64? {
        guard let (delay, mediaTime) = simpleEdits else { return nil }
        let ticks = Ticks.convert(time, to: track.timescale)
        let late = Ticks.convert(delay, from: movieTimescale, to: track.timescale)
        return Ticks.sum(Ticks.difference(ticks, late), mediaTime)
    }
}
