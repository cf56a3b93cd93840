// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieWriting
internal import TimedMetadata

/// Turns a file of fragments into a plain movie, in place, so that at any moment on the way it can be
/// read as the one or the other.
struct HybridFinalization {
    /// The finished movie's `ftyp`, as long as the one that is there.
    let head: [UInt8]
    /// Where the last whole fragment ends.
    let fragmentsEnd: Int64
    /// Media data to be added.
    let appendix: [UInt8]
    /// The `moov` of the finished movie.
    let movie: [UInt8]

    /// A sample without faces, as a box so that a scan of the file passes it.
    static let gapBox: [UInt8] =
        [0, 0, 0, UInt8(8 + FaceSampleEncoder.gap.count)] + Array("free".utf8)
        + FaceSampleEncoder.gap

    /// Where in ``gapBox`` the sample lies.
    static let gapOffset: Int64 = 8

    /// Changes the file; returns its size.
    func run(on storage: any MovieStorage) throws(FacecapError) -> Int64 {
        let mediaEnd = fragmentsEnd + Int64(appendix.count)
        try storage.truncate(to: fragmentsEnd)
        do throws(FacecapError) {
            try storage.write(appendix + movie, at: fragmentsEnd)
            try storage.synchronize()
        } catch {
            // The fragments are still there, and a full disk stays as full as it was.
            try? storage.truncate(to: fragmentsEnd)
            throw error
        }
        try storage.write(head, at: 0)
        let headSize = Int64(head.count)
        try storage.write(
            MediaDataHeader.sixteenBytes(boxSize: mediaEnd - headSize), at: headSize)
        try storage.synchronize()
        return mediaEnd + Int64(movie.count)
    }
}
