// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieReading

/// The bytes of a movie, some of which are read as if they were others.
struct PatchedBytes: MovieBytes {
    let base: any MovieBytes
    let patch: [UInt8]
    let offset: Int64

    var name: String { base.name }
    var byteCount: Int64 { base.byteCount }

    func read(into buffer: UnsafeMutableRawBufferPointer, at start: Int64) throws(FacecapError)
        -> Int
    {
        let count = try base.read(into: buffer, at: start)
        for (index, byte) in patch.enumerated() {
            let place = offset + Int64(index) - start
            if place >= 0, place < Int64(count) { buffer[Int(place)] = byte }
        }
        return count
    }
}
