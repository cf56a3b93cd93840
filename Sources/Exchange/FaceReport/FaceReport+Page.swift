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
        try PageTemplate.write(
            PageTemplate.pieces, policy: PageTemplate.reportPolicy, to: write
        ) { place throws(FacecapError) -> [UInt8] in
            switch place {
            case "title": return PageTemplate.escaped("Faces in \(data.name)")
            case "data": return data.json(movie: movie.address)
            // Numbers and words of the stream contract: nothing in it is seen by HTML.
            case "csv": return csv
            case "script": return PageTemplate.reportScript
            case "movie":
                try writeMovie(movie, write)
                return []
            default: return []
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
