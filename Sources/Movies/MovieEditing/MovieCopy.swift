// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting

/// Writes a movie to a new file, with the samples of another one.
struct MovieCopy: Sendable {
    let movie: EditedMovie
    /// The fragments of the source that are copied; `nil` of a plain movie.
    let fragments: WholeFragments?
    /// Which bytes of the source are copied.
    let layout: MediaLayout
    /// Media data of one's own, behind the source's.
    let appendix: [[UInt8]]
    /// The `ftyp` to begin with.
    let head: [UInt8]
    /// Whether the description stands in front of the media data.
    let isFastStart: Bool

    /// Writes the whole movie; returns its size.
    func write(to storage: any MovieStorage) throws(FacecapError) -> Int64 {
        let mediaSize = appendix.reduce(layout.byteCount) { $0 + Int64($1.count) }
        let mediaHead = MediaDataHeader(contentSize: UInt64(mediaSize)).bytes
        let headSize = Int64(head.count + mediaHead.count)
        // Places of 64 bits where the end of the media data may need them, whatever the description takes.
        let movieLimit = Int64(movie.reader.moov.count) * 2 + (1 << 30)
        let isLong = headSize + mediaSize + movieLimit > Int64(UInt32.max)
        var movieBytes = try movie.movieBytes(shift: UInt64(headSize), isLong: isLong)
        while isFastStart {
            let shift = UInt64(headSize + Int64(movieBytes.count))
            let shifted = try movie.movieBytes(shift: shift, isLong: isLong)
            let isStable = shifted.count == movieBytes.count
            movieBytes = shifted
            if isStable { break }
        }
        var end: Int64 = 0
        try append(head, to: storage, &end)
        if isFastStart { try append(movieBytes, to: storage, &end) }
        try append(mediaHead, to: storage, &end)
        for source in layout.sources { try copy(source, of: movie.reader, to: storage, &end) }
        for bytes in appendix { try append(bytes, to: storage, &end) }
        if !isFastStart { try append(movieBytes, to: storage, &end) }
        let describer = movie.description.describer ?? movie.reader
        for box in movie.description.isKept ? Self.otherBoxes(of: describer) : [] {
            try copy(box.offset..<box.end, of: describer, to: storage, &end)
        }
        return end
    }

    /// Boxes beside the movie that mean something by themselves.
    private static func otherBoxes(of reader: MovieReader) -> [MovieReader.BoxLocation] {
        reader.topLevelBoxes.filter { box in
            ["uuid", "udta", "meta"].contains(box.type) && !box.isCutShort
        }
    }

    private func append(
        _ bytes: [UInt8], to storage: any MovieStorage, _ end: inout Int64
    ) throws(FacecapError) {
        try storage.write(bytes, at: end)
        end += Int64(bytes.count)
    }

    private func copy(
        _ source: Range<Int64>, of reader: MovieReader, to storage: any MovieStorage,
        _ end: inout Int64
    ) throws(FacecapError) {
        try reader.forEachPiece(of: source) { bytes throws(FacecapError) in
            try append(bytes, to: storage, &end)
        }
    }
}

extension MovieReader {
    /// Hands over a stretch of the file, a megabyte at a time.
    func forEachPiece(
        of stretch: Range<Int64>, _ body: ([UInt8]) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        for offset in stride(from: stretch.lowerBound, to: stretch.upperBound, by: 1 << 20) {
            let count = min(1 << 20, stretch.upperBound - offset)
            try body(readBytes(at: offset, count: Int(count)))
        }
    }
}
