// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieReading
internal import TimedMetadata

/// Walks the samples of a track of boxed metadata. Each sample entry is read once.
struct MetadataSamples: Sendable {
    /// A sample that is shown, and what its entry says of it.
    struct Sample {
        let bytes: [UInt8]
        /// The part of it that is shown.
        let start: MediaTime
        let end: MediaTime
        /// Whether it begins before that.
        let hidesBeginning: Bool
        let entry: BoxedMetadataEntry
        /// Whether it is one of faces.
        let hasFaces: Bool
    }

    private let track: MovieTrack
    /// A sample that is longer is damage.
    private let byteLimit: Int
    /// `nil` after the last sample, and after an error.
    private var samples: MovieSample.Cursor?
    /// For each sample entry; `nil` where it is none of boxed metadata.
    private let entries: [(keys: BoxedMetadataEntry, hasFaces: Bool)?]

    init(of track: MovieTrack, in movie: MovieReader, byteLimit: Int) {
        self.track = track
        self.byteLimit = byteLimit
        samples = movie.samples(of: track)
        entries = track.sampleEntries.map { bytes in
            BoxedMetadataEntry(reading: bytes).map {
                ($0, FaceSampleDecoder(sampleEntry: bytes) != nil)
            }
        }
    }

    /// Whether no sample is left.
    var isAtEnd: Bool { samples == nil }

    /// The next sample; `nil` after the last one, and after an error.
    ///
    /// - Parameter reader: that of all tracks of the movie.
    mutating func next(_ reader: inout MetadataSampleReader) throws(FacecapError) -> Sample? {
        guard var cursor = samples.take() else { return nil }
        while let sample = try cursor.next() {
            guard let shown = track.presentedStretch(of: sample),
                let entry = entries[sample.descriptionIndex]
            else { continue }
            let bytes = try reader.readBytes(of: sample, in: track, limit: byteLimit)
            samples = cursor
            return Sample(
                bytes: bytes, start: shown.start, end: shown.start.advanced(by: shown.duration),
                hidesBeginning: shown.hidesBeginning, entry: entry.keys, hasFaces: entry.hasFaces)
        }
        return nil
    }
}
