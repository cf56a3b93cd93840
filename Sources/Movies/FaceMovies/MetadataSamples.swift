// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieReading
internal import TimedMetadata

/// Walks the samples of tracks of boxed metadata, track after track. Each sample entry is read once.
struct MetadataSamples: Sendable {
    /// A sample that is shown, and what its entry says of it.
    struct Sample {
        let bytes: [UInt8]
        let start: MediaTime
        let end: MediaTime
        let entry: BoxedMetadataEntry
        /// Whether it is one of faces.
        let hasFaces: Bool
    }

    private let movie: MovieReader
    /// A sample that is longer is damage.
    private let byteLimit: Int
    private var reader: MetadataSampleReader
    private var tracks: ArraySlice<MovieTrack>
    private var track: OpenTrack?

    /// The track whose samples come.
    private struct OpenTrack {
        var samples: MovieSample.Cursor
        /// For each sample entry; `nil` where it is none of boxed metadata.
        let entries: [(keys: BoxedMetadataEntry, hasFaces: Bool)?]
    }

    init(of tracks: [MovieTrack], in movie: MovieReader, byteLimit: Int) {
        self.movie = movie
        self.byteLimit = byteLimit
        reader = MetadataSampleReader(of: movie)
        self.tracks = tracks[...]
    }

    /// Whether no track is left.
    var isAtEnd: Bool { tracks.isEmpty }

    /// The next sample of a track; `nil` after its last one. After that, and after an error, it goes on with
    /// the next track.
    mutating func next() throws(FacecapError) -> Sample? {
        do throws(FacecapError) {
            if let sample = try nextOfTrack() { return sample }
        } catch {
            endTrack()
            throw error
        }
        endTrack()
        return nil
    }

    private mutating func endTrack() {
        tracks = tracks.dropFirst()
        track = nil
    }

    private mutating func nextOfTrack() throws(FacecapError) -> Sample? {
        guard let header = tracks.first else { return nil }
        var open =
            track
            ?? OpenTrack(samples: movie.samples(of: header), entries: Self.entries(of: header))
        defer { track = open }
        while let sample = try open.samples.next() {
            guard let start = header.presentationTime(ofMediaTime: sample.presentationMediaTime),
                let entry = open.entries[sample.descriptionIndex]
            else { continue }
            let bytes = try reader.readBytes(of: sample, in: header, limit: byteLimit)
            return Sample(
                bytes: bytes, start: start,
                end: start.advanced(
                    by: MediaTime(value: sample.duration, timescale: start.timescale)),
                entry: entry.keys, hasFaces: entry.hasFaces)
        }
        return nil
    }

    private static func entries(
        of track: MovieTrack
    ) -> [(keys: BoxedMetadataEntry, hasFaces: Bool)?] {
        track.sampleEntries.map { bytes in
            BoxedMetadataEntry(reading: bytes).map {
                ($0, FaceSampleDecoder(sampleEntry: bytes) != nil)
            }
        }
    }
}
