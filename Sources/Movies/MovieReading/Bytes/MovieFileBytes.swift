// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc
internal import Synchronization
internal import SystemSupport

/// The bytes of a movie in a file, read by `pread`; a file that grows has the size it had when it was
/// opened, and one that shrinks fails to be read.
///
/// Nothing is mapped into memory: a mapped file that another program shortens kills its reader.
package final class MovieFileBytes: MovieBytes {
    /// The file's path, on one line.
    package let name: String
    /// How many bytes the file had when it was opened.
    package let byteCount: Int64

    package var readFailure: FacecapError? { firstFailure.withLock { $0 } }

    private let file: FileDescriptor
    private let firstFailure = Mutex<FacecapError?>(nil)

    /// Opens a regular file; symbolic links are followed.
    ///
    /// - Throws: `.sourceNotFound`, `.permissionDenied`,
    ///   `.mediaUnreadable` for what is no regular file, or
    ///   `.systemFailed`.
    package init(path: String) throws(FacecapError) {
        name = String(
            String.UnicodeScalarView(path.unicodeScalars.map { $0.value < 32 ? "?" : $0 }))
        guard !path.utf8.contains(0) else {
            throw .file(ENOENT, .read, name)
        }
        guard let file = FileDescriptor(path, flags: O_RDONLY | O_NONBLOCK) else {
            throw .file(errno, .read, name)
        }
        guard let byteCount = file.byteCount else {
            throw FacecapError(
                .mediaUnreadable,
                Files.isFolder(path)
                    ? "\(name) is a directory; name a video in it."
                    : "\(name) is not a regular file; name a video in MP4 or QuickTime.")
        }
        self.byteCount = byteCount
        self.file = file
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64)
        throws(FacecapError) -> Int
    {
        if let count = file.read(into: buffer, at: offset) { return count }
        let failure = FacecapError.file(errno, .read, name)
        firstFailure.withLock { $0 = $0 ?? failure }
        throw failure
    }
}
