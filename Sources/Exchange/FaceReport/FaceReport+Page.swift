// SPDX-License-Identifier: Apache-2.0
public import FaceValues
internal import MovieReading

extension FaceReport {
    /// Bytes of the movie that are turned into letters at once: a multiple of three.
    private static let chunkSize = 3 << 20

    /// Writes the page, piece after piece.
    ///
    /// - Throws: what `write` throws, and what reading an embedded movie throws.
    public func write(
        movie: Movie, to write: ([UInt8]) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        for piece in PageTemplate.pieces {
            switch piece {
            case .text(let bytes): try write(bytes)
            case .place("title"): try write(PageTemplate.escaped("Faces in \(data.name)"))
            case .place("policy"): try write(PageTemplate.escaped(PageTemplate.reportPolicy))
            case .place("style"): try write(PageTemplate.style)
            case .place("data"): try write(data.json(movie: movie.address))
            // Numbers and words of the stream contract: nothing in it is seen by HTML.
            case .place("csv"): try write(csv)
            case .place("script"): try write(PageTemplate.reportScript)
            case .place("movie"): try writeMovie(movie, write)
            case .place: break
            }
        }
    }

    private func writeMovie(
        _ movie: Movie, _ write: ([UInt8]) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        guard case .embedded(let reader) = movie else { return }
        var offset: Int64 = 0
        while offset < reader.byteCount {
            let count = min(Int64(Self.chunkSize), reader.byteCount - offset)
            let bytes = try reader.readBytes(at: offset, count: Int(count))
            try write(Array("<script type=\"text/plain\" class=\"movie\">".utf8))
            try write(Base64.encode(bytes))
            try write(Array("</script>\n".utf8))
            offset += count
        }
    }
}

extension FaceReport.Movie {
    /// What the page is told; `nil` where it holds the movie.
    fileprivate var address: String? {
        if case .referenced(let address) = self { address } else { nil }
    }
}
