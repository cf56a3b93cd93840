// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc
internal import SystemSupport

/// A file, a pipe or the standard input, open to be read; what cannot be a video or an image is refused.
package final class OpenMediaFile {
    /// What system calls take.
    package let number: CInt
    /// Bytes of a regular file; `nil` of a pipe or device.
    package let byteCount: Int64?
    /// Whether it is closed with this object: not the standard input.
    private let isOwned: Bool
    /// What was read of a pipe to see what it holds, and is still to be read by its reader.
    private var head: [UInt8] = []

    /// Opens a path, or takes the standard input.
    ///
    /// - Throws: `sourceNotFound`, `permissionDenied`, `systemFailed`; `mediaUnreadable` where there is
    ///   nothing in it; `invalidArgument` where somebody types.
    package init(_ location: MediaLocation) throws(FacecapError) {
        isOwned = location != .standardInput
        number = try Self.open(location)
        var status = stat()
        guard fstat(number, &status) == 0 else {
            byteCount = nil
            throw .cannotOpen(location, errno: errno)
        }
        byteCount = status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
        try check(status, location)
    }

    /// Takes a descriptor that somebody else has opened, looked at and closes.
    package init(borrowing number: CInt, byteCount: Int64?) {
        self.number = number
        self.byteCount = byteCount
        isOwned = false
    }

    deinit { if isOwned { close(number) } }

    /// The first bytes, which are read all the same afterwards; fewer where it ends before, or nobody waits any more.
    func peek(_ count: Int, _ cancellation: Cancellation) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        if byteCount != nil {
            let found = pread(number, &bytes, count, 0)
            return Array(bytes.prefix(max(0, found)))
        }
        while head.count < count, !cancellation.isCancelled {
            cancellation.waitForData(on: number)
            if cancellation.isCancelled { break }
            let found = Glibc.read(number, &bytes, count - head.count)
            if found > 0 {
                head += bytes.prefix(found)
            } else if found == 0 || errno != EINTR && errno != EAGAIN {
                break
            }
        }
        return head
    }

    /// Whether the next bytes are there already.
    var hasHead: Bool { !head.isEmpty }

    /// Reads on as read(2) does.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !head.isEmpty else {
            return Glibc.read(number, buffer.baseAddress, buffer.count)
        }
        let count = min(head.count, buffer.count)
        buffer.copyBytes(from: head.prefix(count))
        head.removeFirst(count)
        return count
    }

    /// All that is in it; throws `mediaUnreadable` where that is more than a limit.
    func readAll(
        limit: Int, _ cancellation: Cancellation, of location: MediaLocation
    ) throws(FacecapError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(clamping: min(Int64(limit), byteCount ?? 0)))
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while !cancellation.isCancelled {
            if byteCount == nil, !hasHead { cancellation.waitForData(on: number) }
            if cancellation.isCancelled { break }
            let count = piece.withUnsafeMutableBytes { read(into: $0) }
            if count == 0 { break }
            if count < 0 {
                guard errno == EINTR || errno == EAGAIN else {
                    throw .cannotOpen(location, errno: errno)
                }
                continue
            }
            guard bytes.count + count <= limit else {
                throw FacecapError(
                    .mediaUnreadable,
                    "\(location) is an image file of more than \(limit >> 20) MB; scale it down first."
                )
            }
            bytes += piece.prefix(count)
        }
        return bytes
    }

    private static func open(_ location: MediaLocation) throws(FacecapError) -> CInt {
        guard case .file(let path) = location else { return STDIN_FILENO }
        // O_NONBLOCK: a pipe with a name and no writer yet must not hang where none can cancel.
        guard let file = FileDescriptor(path, flags: O_RDONLY | O_NONBLOCK) else {
            throw .cannotOpen(location, errno: errno)
        }
        return file.release()
    }

    private func check(_ status: stat, _ location: MediaLocation) throws(FacecapError) {
        let name = location == .standardInput ? "Standard input" : "\(location)"
        if status.st_mode & S_IFMT == S_IFDIR {
            throw FacecapError(
                .mediaUnreadable, "\(name) is a directory; name a video or image in it.")
        }
        if byteCount == 0 {
            throw FacecapError(
                .mediaUnreadable, "\(name) is empty; was it copied or recorded to the end?")
        }
        if location == .standardInput, isatty(number) == 1 {
            throw FacecapError(
                .invalidArgument,
                "Standard input is a terminal; pipe a video into it or name a file.")
        }
    }
}
