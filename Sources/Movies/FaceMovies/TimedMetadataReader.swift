// SPDX-License-Identifier: Apache-2.0
public import FaceValues
public import MovieReading
internal import TimedMetadata

/// Walks the timed metadata of clients in a movie, and that of other programs beside faces and markers, in
/// the order in which the values begin.
///
/// What a recording says again, such as each second of a long stretch, is given once. A copy walks on by itself.
/// A reader is used by one thread at a time.
public struct TimedMetadataReader: Sendable {
    private var bytes: MetadataSampleReader
    private var tracks: [Track]
    /// Which of ``tracks`` have to read on until their first value is known.
    private var unready: ArraySlice<Int>
    /// Which of the others have values: at the end the one whose first value begins first, of several the first track.
    private var ready: [Int] = []

    /// A sample that is longer is damage.
    private static let sampleLimit = 4 << 20

    /// All metadata of a movie.
    public init(_ movie: MovieReader) {
        bytes = MetadataSampleReader(of: movie)
        tracks = movie.tracks.filter { $0.kind == .metadata && $0.hasClientKeys }.map {
            Track(MetadataSamples(of: $0, in: movie, byteLimit: Self.sampleLimit))
        }
        unready = ArraySlice(tracks.indices)
    }

    /// The next value, alone in its group, on the time line of the movie; `nil` after the last one. After an
    /// error it goes on with the other tracks.
    ///
    /// - Throws: `.mediaDamaged` naming the box that is wrong,
    ///   `.mediaUnreadable`, or `.systemFailed`.
    public mutating func next() throws(FacecapError) -> TimedMetadataGroup? {
        while let index = unready.popFirst() {
            defer { insert(index) }
            try tracks[index].advance(&bytes)
        }
        guard let index = ready.popLast() else { return nil }
        unready.append(index)
        return tracks[index].takeFirst()
    }

    /// Puts a track into its place among those that are ready, if it has a value.
    private mutating func insert(_ index: Int) {
        guard let start = tracks[index].start else { return }
        var (low, high) = (0, ready.count)
        while low < high {
            let middle = (low + high) / 2
            if let other = tracks[ready[middle]].start,
                start < other || start == other && index < ready[middle]
            {
                low = middle + 1
            } else {
                high = middle
            }
        }
        ready.insert(index, at: low)
    }
}

extension TimedMetadataReader {
    /// A value that may still go on.
    fileprivate struct Value {
        let item: TimedMetadataGroup.Item
        let start: MediaTime
        var end: MediaTime
        var isOpen = true
    }

    /// The values of one track.
    fileprivate struct Track {
        private var samples: MetadataSamples
        private var waiting: ArraySlice<Value> = []
        /// Which of ``waiting`` may still go on.
        private var open: [Int] = []

        /// How many values may wait for the end of one that began before them.
        private static let waitingLimit = 4096

        init(_ samples: MetadataSamples) { self.samples = samples }

        /// When its first value begins; `nil` where none is left.
        var start: MediaTime? { waiting.first?.start }

        private var isReady: Bool {
            guard !samples.isAtEnd else { return true }
            return waiting.first.map { !$0.isOpen || waiting.count > Self.waitingLimit } ?? false
        }

        /// Reads on until the end of its first value is known. After an error it has no more samples.
        mutating func advance(_ bytes: inout MetadataSampleReader) throws(FacecapError) {
            while !isReady, let sample = try samples.next(&bytes) { take(sample) }
        }

        mutating func takeFirst() -> TimedMetadataGroup? {
            waiting.popFirst().map { first in
                TimedMetadataGroup(
                    items: [first.item], start: first.start, duration: first.end.since(first.start))
            }
        }

        /// Closes all values but some.
        private mutating func keepOpen(_ goingOn: [Int]) {
            let kept = Set(goingOn)
            for index in open where index >= waiting.startIndex && !kept.contains(index) {
                waiting[index].isOpen = false
            }
            open = goingOn
        }

        private mutating func take(_ sample: MetadataSamples.Sample) {
            let (items, continuedCount) =
                sample.hasFaces
                ? ([], 0) : ClientMetadataKeys.decode(sample.bytes, entry: sample.entry)
            // Of equal values the one that began first goes on first.
            var endingHere: [TimedMetadataGroup.Item: ArraySlice<Int>] = [:]
            for index in open
            where index >= waiting.startIndex && waiting[index].end == sample.start {
                endingHere[waiting[index].item, default: []].append(index)
            }
            var goingOn: [Int] = []
            for (place, item) in items.enumerated() {
                if place < continuedCount, let index = endingHere[item]?.popFirst() {
                    goingOn.append(index)
                    waiting[index].end = sample.end
                } else {
                    goingOn.append(waiting.endIndex)
                    waiting.append(Value(item: item, start: sample.start, end: sample.end))
                }
            }
            keepOpen(goingOn.sorted())
        }
    }
}

extension MovieTrack {
    /// Whether samples may hold values that are no faces, no markers and nothing else of facecap's own.
    fileprivate var hasClientKeys: Bool {
        sampleEntries.contains { bytes in
            guard FaceSampleDecoder(sampleEntry: bytes) == nil,
                let entry = BoxedMetadataEntry(reading: bytes)
            else { return false }
            return entry.names.contains { id, name in
                entry.dataTypes[id] != nil && !ClientMetadataKeys.isOwn(name)
            }
        }
    }
}
