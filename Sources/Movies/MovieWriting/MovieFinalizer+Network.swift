// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import SystemSupport

extension MovieFinalizer {
    /// Writes a finished movie again with its description in front, in a new file that then takes its
    /// place; returns the file and its size.
    ///
    /// Throws `.invalidState` as soon as the movie is cancelled, and leaves no new file then.
    func optimizeForNetworkUse(
        path: String, source: any MovieStorage, dataEnd: Int64, isCancelled: () -> Bool
    ) throws(FacecapError) -> (file: AtomicFile, byteCount: Int64) {
        let output = try AtomicFile(
            creating: path, overwriting: true, insteadOf: (source as? AtomicFile)?.identity)
        let size = try writeOptimized(
            from: source, dataEnd: dataEnd, to: output, isCancelled: isCancelled)
        try output.publish()
        return (output, size)
    }

    private func writeOptimized(
        from source: any MovieStorage, dataEnd: Int64, to output: AtomicFile,
        isCancelled: () -> Bool
    ) throws(FacecapError) -> Int64 {
        // Larger offsets may need a larger description, which makes offsets larger.
        var movie = try movieBytes()
        while true {
            let shifted = try movieBytes(offsetShift: UInt64(movie.count))
            let isStable = shifted.count == movie.count
            movie = shifted
            if isStable { break }
        }
        let head = head
        let mediaHead = MediaDataHeader.sixteenBytes(boxSize: dataEnd - Int64(head.count))
        try output.write(head + movie + mediaHead, at: 0)
        let shift = Int64(movie.count)
        try copy(
            from: source, Int64(head.count + mediaHead.count)..<dataEnd, to: output, shift: shift,
            isCancelled: isCancelled)
        return dataEnd + shift
    }

    private func copy(
        from source: any MovieStorage, _ range: Range<Int64>, to output: AtomicFile, shift: Int64,
        isCancelled: () -> Bool
    ) throws(FacecapError) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            if isCancelled() { throw MuxerState.refusal("was cancelled") }
            let part = try source.read(Int(min(1 << 20, range.upperBound - offset)), at: offset)
            guard !part.isEmpty else {
                throw FacecapError(
                    .outputFailed, "The movie became shorter while it was copied: leave it alone.")
            }
            try output.write(part, at: offset + shift)
            offset += Int64(part.count)
        }
    }
}
