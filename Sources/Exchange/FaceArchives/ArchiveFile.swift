// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import Glibc
internal import SystemSupport

/// A file that is read from its beginning to its end, of which little is in memory. It is used by one thread.
final class ArchiveFile {
    private static let chunk = 256 << 10

    let path: String
    /// Its length when it was opened; `nil` of what is no regular file.
    let byteCount: Int64?
    private let file: FileDescriptor
    private var bytes: [UInt8] = []
    private var start = 0
    private var offset: Int64 = 0

    /// Throws `sourceNotFound`, `permissionDenied` or `systemFailed`.
    init(path: String) throws(FacecapError) {
        self.path = path
        file = try FileDescriptor(reading: path)
        byteCount = file.byteCount
    }

    /// Where the next byte lies.
    var place: Int64 { offset - Int64(bytes.count - start) }

    /// Goes back to a place.
    func seek(to place: Int64) {
        (bytes, start, offset) = ([], 0, place)
    }

    /// The next bytes, fewer where the file ends.
    func take(_ count: Int) throws(FacecapError) -> ArraySlice<UInt8> {
        try fill(count)
        let end = min(bytes.count, start + count)
        defer { start = end }
        return bytes[start..<end]
    }

    /// The bytes of the next line, without its end, which one at the file's end may lack; `nil` where there is none.
    ///
    /// - Parameter limit: of a longer one only the beginning is read.
    func takeLine(limit: Int) throws(FacecapError) -> (bytes: [UInt8], isEnded: Bool)? {
        try fill(limit)
        guard start < bytes.count else { return nil }
        let rest = bytes[start..<min(bytes.count, start + limit)]
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        defer { start = end.map { $0 + 1 } ?? rest.endIndex }
        return (Array(rest[..<(end ?? rest.endIndex)]), end != nil)
    }

    /// Reads until there are so many bytes, or all.
    private func fill(_ count: Int) throws(FacecapError) {
        guard bytes.count - start < count else { return }
        let rest = bytes[start...]
        let capacity = max(Self.chunk, count)
        var read: Int?
        bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            bytes.copyBytes(from: rest)
            read = file.read(
                into: UnsafeMutableRawBufferPointer(rebasing: bytes[rest.count...]), at: offset)
            initialized = rest.count + (read ?? 0)
        }
        start = 0
        guard let read else { throw .file(errno, .read, path) }
        offset += Int64(read)
    }
}
