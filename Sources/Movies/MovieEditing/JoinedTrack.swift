// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting
internal import TimedMetadata

/// A track of a movie that is joined of others; all times are in its own ticks.
struct JoinedTrack {
    /// A stretch of the media, and where in the movie it is shown.
    struct Segment: Equatable {
        var movieStart: Int64
        var mediaStart: Int64
        var length: Int64

        var movieEnd: Int64 { Ticks.sum(movieStart, length) }
        var mediaEnd: Int64 { Ticks.sum(mediaStart, length) }
    }

    /// A sample whose duration may still change.
    struct Held {
        let offset: UInt64
        let byteCount: Int
        let decodeTime: Int64
        let compositionOffset: Int64
        var duration: Int64
        let isSync: Bool
        let description: UInt32

        var end: Int64 { Ticks.sum(decodeTime, duration) }
    }

    let role: JoinedRole
    let source: MovieTrack
    let timescale: Int32
    private(set) var entries: [[UInt8]]
    /// The number of each of ``entries``, from 1.
    private var entryNumbers: [[UInt8]: UInt32]
    private(set) var samples = SampleTable()
    var segments: [Segment] = []
    var held: Held?
    /// Where the media of the last part ends, shown or not.
    var partEnd: Int64 = 0
    /// Samples that say nothing and follow one that does so too.
    var repeatedGapCount = 0
    /// Where the samples end that are not held.
    private var flushedEnd: Int64 = 0

    init(_ role: JoinedRole, like track: MovieTrack) {
        self.role = role
        source = track
        timescale = track.timescale
        entries = track.sampleEntries
        entryNumbers = Dictionary(
            zip(track.sampleEntries, UInt32(1)...), uniquingKeysWith: { first, _ in first })
    }

    /// Where the media ends.
    var mediaEnd: Int64 { held?.end ?? flushedEnd }

    /// Where what is shown ends, in the movie.
    var movieEnd: Int64 { role.kind == .metadata ? mediaEnd : segments.last?.movieEnd ?? 0 }

    /// The number of a sample entry in this track, which it gets where it has none.
    mutating func description(of entry: [UInt8]) throws(FacecapError) -> UInt32 {
        if let number = entryNumbers[entry] { return number }
        guard entries.count < 1024 else {
            throw FacecapError(
                .mediaUnreadable,
                "The tracks \(role.name) of the movies have more than 1024 formats: join fewer.")
        }
        entries.append(entry)
        let number = UInt32(clamping: entries.count)
        entryNumbers[entry] = number
        return number
    }

    /// Adds a sample behind the one that is held.
    mutating func append(_ sample: Held) throws(FacecapError) {
        try flush(until: sample.decodeTime)
        held = sample
    }

    /// Ends the sample that is held where it says that it ends.
    mutating func endHeld() throws(FacecapError) { try flush(until: mediaEnd) }

    /// Ends the sample that is held; what it cannot last is left to `fill`.
    mutating func flush(until end: Int64) throws(FacecapError) {
        guard let sample = held else { return }
        guard let duration = UInt32(exactly: Ticks.difference(end, sample.decodeTime)),
            let composition = Int32(exactly: sample.compositionOffset),
            let size = UInt32(exactly: sample.byteCount)
        else {
            throw FacecapError(
                .mediaUnreadable,
                "A sample of the track of \(role.kind.rawValue) lasts too long, or not at all: the movies"
                    + " cannot be joined.")
        }
        samples.append(
            offset: sample.offset, size: size, decodeDelta: duration,
            compositionOffset: composition, isSync: sample.isSync, description: sample.description)
        flushedEnd = end
        held = nil
    }

    /// Adds a stretch that is shown; it goes on with the one before where both its times do, but for what
    /// the rounding of times between scales makes of them.
    mutating func show(_ new: Segment, tolerance: Int64) {
        guard new.length > 0 else { return }
        guard let last = segments.indices.last else { return segments.append(new) }
        let late = Ticks.difference(new.movieStart, segments[last].movieEnd)
        let skipped = Ticks.difference(new.mediaStart, segments[last].mediaEnd)
        if skipped == 0, abs(late) <= tolerance {
            segments[last].length = Ticks.sum(segments[last].length, new.length)
        } else {
            if late < 0 { segments[last].length = max(0, Ticks.sum(segments[last].length, late)) }
            segments.append(new)
        }
    }

    /// The edits, in ticks of the movie.
    func edits(movieTimescale: Int32) -> [MovieEdit] {
        func ticks(_ time: Int64) -> Int64 {
            Ticks.convert(time, from: timescale, to: movieTimescale)
        }
        guard role.kind != .metadata else {
            return [MovieEdit(segmentDuration: ticks(mediaEnd), mediaTime: 0)]
        }
        if segments.count == 1, segments[0].movieStart == 0, segments[0].mediaStart == 0,
            segments[0].mediaEnd >= partEnd
        {
            return []
        }
        var (edits, end): ([MovieEdit], Int64) = ([], 0)
        for segment in segments where segment.length > 0 {
            let (start, next) = (max(end, ticks(segment.movieStart)), ticks(segment.movieEnd))
            guard next > start else { continue }
            if start > end {
                edits.append(MovieEdit(segmentDuration: start - end, mediaTime: nil))
            }
            edits.append(
                MovieEdit(segmentDuration: next - start, mediaTime: max(0, segment.mediaStart)))
            end = next
        }
        return edits
    }

    /// What the movie says of the track.
    func header(id: UInt32, creationTime: UInt64, describing video: UInt32?, movieTimescale: Int32)
        -> MovieTrackHeader
    {
        var header = MovieTrackHeader(
            id: id, handler: source.handler, name: source.handlerName ?? "", timescale: timescale,
            sampleEntries: entries.flatMap(\.self))
        header.edits = edits(movieTimescale: movieTimescale)
        header.matrix = TransformationMatrix(values: source.matrix) ?? .identity
        header.width = UInt32(exactly: (source.presentationSize.width * 65536).rounded()) ?? 0
        header.height = UInt32(exactly: (source.presentationSize.height * 65536).rounded()) ?? 0
        header.creationTime = creationTime
        header.isEnabled = source.isEnabled
        header.alternateGroup = source.alternateGroup
        if let language = source.language.flatMap(MediaHeaderBox.languageField) {
            header.language = language
        }
        if role.kind == .metadata, let video {
            header.references = [MovieTrackReference(type: "cdsc", trackIDs: [video])]
        }
        return header
    }
}
