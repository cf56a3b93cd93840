// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// A pipe or a device that is there and is written to; closed with the value.
final class OutputStream: Sendable {
    /// Where bytes go.
    let output: StandardOutput
    private let file: FileDescriptor

    /// Opens what has the path, and waits for the reader of a pipe; `nil` where that is a regular file, a
    /// folder or nothing.
    ///
    /// - Parameter isEnding: whether nothing more is to come, as of a ``StandardOutput``.
    init?(path: String, isEnding: (@Sendable () -> Bool)? = nil) throws(FacecapError) {
        var status = stat()
        guard stat(path.cPath, &status) == 0, status.st_mode & S_IFMT != S_IFREG,
            status.st_mode & S_IFMT != S_IFDIR
        else { return nil }
        guard let file = FileDescriptor(path, flags: O_WRONLY) else {
            throw .file(errno, .write, path)
        }
        var output = StandardOutput(descriptor: file.number, name: path)
        output.isEnding = isEnding
        self.output = output
        self.file = file
    }
}
