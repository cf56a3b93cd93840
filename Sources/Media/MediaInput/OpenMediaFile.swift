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
        byteCount = Self.byteCount(status)
        try check(status, location)
    }

    /// Takes a descriptor that somebody else has opened, looked at and closes.
    package init(borrowing number: CInt, byteCount: Int64?) {
        self.number = number
        self.byteCount = byteCount
        isOwned = false
    }

    deinit { if isOwned { close(number) } }

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

    private static func byteCount(_ status: stat) -> Int64? {
        status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }
}
