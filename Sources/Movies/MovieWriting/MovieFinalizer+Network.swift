// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import SystemSupport

extension MovieFinalizer {
    /// Writes a finished movie again with its description in front, in a new file that then takes its
    /// place; returns the file and its size.
    func optimizeForNetworkUse(
        path: String, source: any MovieStorage, dataEnd: Int64
    ) throws(FacecapError) -> (file: AtomicFile, byteCount: Int64) {
        let output = try AtomicFile(
            creating: path, overwriting: true, insteadOf: (source as? AtomicFile)?.identity)
        let size = try writeOptimized(from: source, dataEnd: dataEnd, to: output)
        try output.publish()
        return (output, size)
    }

    private func writeOptimized(
        from source: any MovieStorage, dataEnd: Int64, to output: AtomicFile
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
        try output.write(
            head + movie + mediaDataHead(dataEnd: dataEnd), at: 0)
        try copy(
            from: source, Int64(head.count + 16)..<max(Int64(head.count + 16), dataEnd), to: output,
            shift: Int64(movie.count))
        return max(Int64(head.count + 16), dataEnd) + Int64(movie.count)
    }

    private func copy(
        from source: any MovieStorage, _ range: Range<Int64>, to output: AtomicFile, shift: Int64
    ) throws(FacecapError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let wanted = min(Int64(buffer.count), range.upperBound - offset)
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(wanted)])
            let count = try source.read(into: part, at: offset)
            guard count > 0 else {
                throw FacecapError(
                    .outputFailed, "The movie became shorter while it was copied: leave it alone.")
            }
            try output.write(UnsafeRawBufferPointer(rebasing: part[..<count]), at: offset + shift)
            offset += Int64(count)
        }
    }
}
