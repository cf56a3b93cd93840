// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import MovieBoxes
package import SystemSupport

/// Where the bytes of a movie go.
package protocol MovieStorage: Sendable {
    /// Writes all bytes at an offset, beyond the end too.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FacecapError)
    /// Reads as many bytes as are there, at most as many as fit.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FacecapError)
        -> Int
    /// Waits until all that was written is safe.
    func synchronize() throws(FacecapError)
    /// Cuts everything off behind a length.
    func truncate(to length: Int64) throws(FacecapError)
    /// Makes safe what was written and gives the file its name, once.
    func publish() throws(FacecapError)
    /// Takes the file away.
    func remove()
}

extension MovieStorage {
    /// Writes all bytes at an offset.
    package func write(_ bytes: [UInt8], at offset: Int64) throws(FacecapError) {
        // Typed throws do not pass through `withUnsafeBytes`.
        try bytes.withUnsafeBytes { raw in
            Result { () throws(FacecapError) in try write(raw, at: offset) }
        }.get()
    }

    /// Reads as many bytes at an offset as are there, at most so many.
    func read(_ count: Int, at offset: Int64) throws(FacecapError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = bytes.withUnsafeMutableBytes { raw in
            Result { () throws(FacecapError) in try read(into: raw, at: offset) }
        }
        return Array(bytes.prefix(try result.get()))
    }
}

extension MovieStorage {
    /// Makes a plain movie of a file of fragments, in place, so that at any moment on the way it can be read as
    /// the one or the other; returns its size.
    ///
    /// - Parameters:
    ///   - head: the finished movie's `ftyp`, as long as the one that is there.
    ///   - dataEnd: where the last whole fragment ends; what follows is cut off.
    ///   - appendix: media data to be added.
    ///   - movie: the `moov` of the finished movie.
    package func finalize(
        head: [UInt8], dataEnd: Int64, appendix: [UInt8] = [], movie: [UInt8]
    ) throws(FacecapError) -> Int64 {
        let mediaEnd = dataEnd + Int64(appendix.count)
        try truncate(to: dataEnd)
        do throws(FacecapError) {
            try write(appendix.isEmpty ? movie : appendix + movie, at: dataEnd)
            try synchronize()
        } catch {
            // The fragments are still there, and a full disk stays as full as it was.
            try? truncate(to: dataEnd)
            throw error
        }
        let headSize = Int64(head.count)
        let fragmentsHead = try read(head.count + 16, at: 0)
        do throws(FacecapError) {
            try write(head, at: 0)
            try write(MediaDataHeader.sixteenBytes(boxSize: mediaEnd - headSize), at: headSize)
            try synchronize()
        } catch {
            // Whoever keeps the fragments cuts off what is behind them: they have to be what a reader finds.
            try? write(fragmentsHead, at: 0)
            throw error
        }
        return mediaEnd + Int64(movie.count)
    }
}

extension AtomicFile: MovieStorage {}
