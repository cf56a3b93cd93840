// SPDX-License-Identifier: Apache-2.0
package import FaceValues
package import Glibc

/// An open file, folder or pipe, closed with the value: the one place that opens them by their path.
package struct FileDescriptor: ~Copyable, Sendable {
    /// What system calls take; never negative.
    package let number: Int32

    /// Takes over an open descriptor.
    package init(owning number: Int32) { self.number = number }

    /// Opens a path and leaves the cause in `errno` where that fails. The corresponding C function is `open`,
    /// always with `O_CLOEXEC`.
    ///
    /// Without `O_NONBLOCK` the opening of a pipe waits for its other end.
    package init?(_ path: String, flags: Int32) {
        let opened = Glibc.open(path.cPath, flags | O_CLOEXEC, 0o666)
        // A value that exists is closed, which would change `errno`.
        guard opened >= 0 else { return nil }
        number = opened
    }

    /// Opens a path to read from it, without waiting for a pipe's writer; symbolic links are followed.
    ///
    /// - Throws: `.sourceNotFound`, `.permissionDenied`, `.systemFailed`.
    package init(reading path: String) throws(FacecapError) {
        guard let file = FileDescriptor(path, flags: O_RDONLY | O_NONBLOCK) else {
            throw .file(errno, .read, path)
        }
        self = file
    }

    deinit { close(number) }

    /// Leaves it open for a new owner.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// What the system knows of the file. The corresponding C function is `fstat`.
    package var status: stat {
        var status = stat()
        // An open descriptor has a status, unless the file system it lies on is gone: then it is all zero.
        _ = fstat(number, &status)
        return status
    }

    /// How many bytes a regular file has; `nil` of anything else.
    package var byteCount: Int64? {
        let status = status
        return status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    }

    /// Reads as many bytes as are there, at most as many as fit; `nil` leaves the cause in `errno`. The
    /// corresponding C function is `pread`.
    package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int? {
        var total = 0
        while total < bytes.count {
            let count = pread(
                number, bytes.baseAddress.map { $0 + total }, bytes.count - total,
                off_t(offset) + total)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            total += count
        }
        return total
    }

    /// Reads on from where the last call ended, up to the end or to a limit; `nil` leaves the cause in `errno`.
    /// The corresponding C function is `read`.
    package func read(atMost limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 64 << 10))
        while bytes.count < limit {
            let count = Glibc.read(number, &chunk, min(chunk.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return bytes
    }
}
