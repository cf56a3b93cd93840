// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting
internal import TimedMetadata

/// The tables of a new track of boxed metadata.
struct AddedMetadataTrack {
    let header: MovieTrackHeader
    private(set) var samples = SampleTable()
    /// The bytes of its samples, one after the other.
    private(set) var bytes: [UInt8] = []

    /// Ticks that a sample lasts at most.
    private static let longest = Int64(UInt32.max)
    /// Samples of all tracks that may say nothing for as long as that: 50 megabytes of them, and 1,600 years at 90 kHz.
    private static let mostGaps: Int64 = 1 << 20

    private let offset: UInt64
    private let timescale: Int32

    /// A track that describes the frames of another one, and ends where they end, or later where it
    /// still has something to say; its samples come to lie at `offset`. The last frame begins at `lastFrame`. It is one
    /// of `trackCount` new tracks.
    ///
    /// Throws `.invalidArgument` where the samples make no track, `.mediaUnreadable` where it would be too long.
    init(
        _ addition: MetadataTrackAddition, id: UInt32, describing video: MovieTrack, end: MediaTime,
        lastFrame: MediaTime, in movie: MovieReader, offset: UInt64, trackCount: Int
    ) throws(FacecapError) {
        try Self.check(addition)
        let end = addition.isBeyond(end) ? addition.end ?? end : end
        timescale = addition.timescale
        self.offset = offset
        var header = MovieTrackHeader(
            id: id, handler: "meta", name: addition.name, timescale: addition.timescale,
            sampleEntries: addition.sampleEntry + addition.otherEntries.flatMap(\.self))
        header.references = [MovieTrackReference(type: "cdsc", trackIDs: [video.id])]
        header.edits = [
            MovieEdit(segmentDuration: Ticks.convert(end, to: movie.timescale), mediaTime: 0)
        ]
        self.header = header
        let endTicks = Ticks.convert(end, to: addition.timescale)
        guard endTicks / Self.longest < Self.mostGaps / Int64(max(1, trackCount)) else {
            throw FacecapError(
                .mediaUnreadable,
                "\(movie.name) ends after more ticks than a face track can count, \(timescale) a second; remux"
                    + " it with `ffmpeg`.")
        }
        let known = addition.samples.prefix { $0.ticks < endTicks }
        // Readers without edit lists need a track that begins with the movie.
        if known.first?.ticks != 0 {
            try appendGap(from: 0, until: known.first?.ticks ?? endTicks)
        }
        let ownEnd = Self.ownEnd(
            of: addition, until: Ticks.convert(lastFrame, to: addition.timescale),
            before: endTicks)
        for (index, sample) in known.enumerated() {
            let next = index + 1 < known.count ? known[index + 1].ticks : ownEnd ?? endTicks
            let description = addition.description(ofSample: index)
            if sample.bytes.isEmpty {
                try appendGap(from: sample.ticks, until: next, description: description)
            } else {
                try append(
                    sample.bytes, from: sample.ticks, until: next, description: description)
            }
        }
        if let ownEnd, !known.isEmpty { try appendGap(from: ownEnd, until: endTicks) }
    }

    /// Where a track ends that ends before the last frame begins, but for the rounding of a tick, and before the new
    /// track does: nothing is known of the frames behind it.
    private static func ownEnd(
        of addition: MetadataTrackAddition, until lastFrame: Int64, before end: Int64
    ) -> Int64? {
        guard let last = addition.samples.last?.ticks,
            let own = addition.end.map({ Ticks.convert($0, to: addition.timescale) }),
            own > last, own < end, own <= Ticks.sum(lastFrame, 1)
        else { return nil }
        return own
    }

    /// Appends samples that say nothing: a single one lasts 32 bits of ticks at most, of which a video at 90 kHz that begins
    /// with the time of day has more.
    private mutating func appendGap(
        from begin: Int64, until end: Int64, description: UInt32 = 1
    ) throws(FacecapError) {
        for begin in stride(from: begin, to: max(end, begin + 1), by: Int(Self.longest)) {
            try append(
                FaceSampleEncoder.gap, from: begin, until: min(begin + Self.longest, end),
                description: description)
        }
    }

    private mutating func append(
        _ sample: [UInt8], from begin: Int64, until end: Int64, description: UInt32 = 1
    ) throws(FacecapError) {
        guard let duration = UInt32(exactly: end - begin), let size = UInt32(exactly: sample.count)
        else {
            throw FacecapError(
                .invalidArgument,
                "A sample of the track \(header.name) is too long: give it a coarser time scale.")
        }
        samples.append(
            offset: offset + UInt64(bytes.count), size: size, decodeDelta: duration,
            compositionOffset: 0, isSync: true, description: description)
        bytes += sample
    }

    /// Throws `.invalidArgument` where the samples make no track.
    static func check(_ addition: MetadataTrackAddition) throws(FacecapError) {
        func failure(_ problem: String) -> FacecapError {
            FacecapError(.invalidArgument, "The new track \(addition.name) \(problem).")
        }
        guard addition.timescale > 0 else { throw failure("has no time scale") }
        guard BoxedMetadataEntry(reading: addition.sampleEntry) != nil else {
            throw failure("has no sample entry for boxed metadata (mebx)")
        }
        var last: Int64 = 0
        for sample in addition.samples {
            guard sample.ticks >= last else {
                throw failure("has samples that are not in ascending order, from 0 on")
            }
            last = sample.ticks
        }
    }
}
