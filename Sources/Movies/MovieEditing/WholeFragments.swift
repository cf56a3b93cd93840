// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading

/// The fragments of a movie of which everything is in the file; of one without its end, the samples that are there.
struct WholeFragments: Sendable {
    let reader: MovieReader
    /// How many there are.
    let count: Int
    /// Where the last one ends, or the last sample.
    let end: Int64

    /// Looks through the whole file.
    init(of reader: MovieReader) throws(FacecapError) {
        self.reader = reader
        var fragments = reader.fragments()
        var count = 0
        while try fragments.next() != nil { count += 1 }
        self.count = count
        guard !reader.isFragmented else {
            end = fragments.end
            return
        }
        var end: Int64 = 0
        for track in reader.tracks {
            var samples = reader.samples(of: track)
            while let sample = try samples.next() {
                end = max(end, sample.offset + Int64(sample.byteCount))
            }
        }
        self.end = end
    }

    /// Walks the samples of a track in the order of decoding: those of the tables, then those of the
    /// fragments.
    func samples(of track: MovieTrack) -> MovieSample.Cursor {
        reader.samples(of: track, inFragments: count)
    }

    /// Bytes behind the last one that are no whole box of another kind, and not of a movie's
    /// description that was on its way.
    var droppedByteCount: Int64 {
        let kept = reader.topLevelBoxes.filter { box in
            guard box.offset >= end else { return false }
            switch box.type {
            case "moov": return true
            case "mfra": return !box.isCutShort
            case "free": return box.size == FragmentRebuild.gapBox.count
            default: return false
            }
        }
        return kept.reduce(reader.byteCount - end) { $0 - $1.size }
    }
}
