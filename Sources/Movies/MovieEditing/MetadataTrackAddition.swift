// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import TimedMetadata

/// A track of boxed metadata to be added to a movie.
struct MetadataTrackAddition {
    /// A name for people.
    let name: String
    /// The whole `mebx` box.
    let sampleEntry: [UInt8]
    /// Ticks a second of the samples' times.
    let timescale: Int32
    /// What is known from which moment of the movie on; no bytes stand for nothing known.
    private(set) var samples: [(ticks: Int64, bytes: [UInt8])]
    /// Where the last sample ends; `nil` for the end of the video, beyond which there is none.
    private(set) var end: MediaTime?
    /// The sample entries behind the first one.
    var otherEntries: [[UInt8]] = []
    /// For each sample the number of its entry, from 1; none where there is but one.
    var descriptions: [UInt32] = []
    /// The track of frames that it describes; `nil` for the first one.
    var describedTrackID: UInt32?

    /// Which entry describes a sample.
    func description(ofSample index: Int) -> UInt32 {
        descriptions.indices.contains(index) ? descriptions[index] : 1
    }
}

extension MetadataTrackAddition {
    /// A face track.
    init(_ addition: FaceTrackAddition) {
        self.init(
            name: "Faces", sampleEntry: addition.sampleEntry, timescale: addition.timescale,
            samples: addition.samples, end: nil)
    }

    /// The memory that a copied track may take: days of faces.
    private static var memoryLimit: Int { 1 << 30 }
    /// What a sample takes beside its bytes.
    private static var sampleOverhead: Int { 64 }

    /// A copy of a track, sample by sample, at the times at which they are shown. Faces of a frame that an edit hides
    /// are left out. `bytes` is that of all tracks of the movie.
    ///
    /// Throws what the track's samples make its reader throw, and `.mediaUnreadable` where they are too
    /// many.
    init(
        copying track: MovieTrack, of reader: MovieReader, _ bytes: inout MetadataSampleReader
    ) throws(FacecapError) {
        var samples: [(ticks: Int64, bytes: [UInt8])] = []
        var cursor = reader.samples(of: track)
        var descriptions: [UInt32] = []
        var end: MediaTime?
        var memory = 0
        let hasFaces = track.hasFaces
        while let sample = try cursor.next() {
            guard let (time, hidden) = track.presentationStart(of: sample),
                hidden == 0 || !hasFaces, time.value >= samples.last?.ticks ?? 0
            else { continue }
            memory += sample.byteCount + Self.sampleOverhead
            guard memory <= Self.memoryLimit else {
                throw FacecapError(
                    .mediaUnreadable,
                    "\(reader.name): track \(track.id) has more than 1 GiB of metadata, which is not copied; cut the"
                        + " movie into parts first.")
            }
            samples.append((time.value, try bytes.readBytes(of: sample, in: track)))
            descriptions.append(UInt32(clamping: sample.descriptionIndex + 1))
            end = MediaTime(
                value: Ticks.sum(time.value, sample.duration - hidden),
                timescale: track.timescale)
        }
        self.init(
            name: track.handlerName ?? "Metadata", sampleEntry: track.sampleEntries.first ?? [],
            timescale: track.timescale, samples: samples, end: end,
            otherEntries: Array(track.sampleEntries.dropFirst()), descriptions: descriptions)
    }

    /// The same in a movie that begins at a time, in those of the samples. Of what is told before, it has what holds then.
    func since(_ start: MediaTime) -> MetadataTrackAddition {
        guard start != .zero else { return self }
        let shift = Ticks.convert(start, to: timescale)
        let moved = samples.map { (ticks: Ticks.difference($0.ticks, shift), bytes: $0.bytes) }
        let first = moved.lastIndex { $0.ticks <= 0 } ?? 0
        var track = self
        track.samples = moved.dropFirst(first).map { (max(0, $0.ticks), $0.bytes) }
        track.descriptions = Array(descriptions.dropFirst(first))
        track.end = end?.since(start)
        return track
    }

    /// Whether its last sample begins when the video is over.
    func isBeyond(_ end: MediaTime) -> Bool {
        samples.last.map { $0.ticks >= Ticks.convert(end, to: timescale) } ?? false
    }
}

extension MovieTrack {
    /// Whether its samples are boxed metadata, which mean the same wherever they lie.
    var isBoxedMetadata: Bool {
        kind == .metadata
            && sampleEntries.first.map { BoxedMetadataEntry(reading: $0) != nil } ?? false
    }
}
