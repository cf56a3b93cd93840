// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc

extension AtomicFile {
    /// Throws what is known to stand against the creation of a file, such as one with the path that may not be replaced
    /// or that a program is writing; nothing is changed.
    ///
    /// - Parameter predecessor: a file of the caller that may be replaced though it is open for writing.
    package static func check(
        _ path: String, overwriting: Bool, insteadOf predecessor: FileIdentity? = nil
    ) throws(FacecapError) {
        guard !path.isEmpty else {
            throw FacecapError(.outputFailed, "A file to write has no name; give it one.")
        }
        guard !path.utf8.contains(0) else {
            throw FacecapError(
                .outputFailed, "The name \(path.onOneLine) holds a NUL; give one without it.")
        }
        var status = stat()
        if lstat(path.cPath, &status) == 0 {
            // A broken link points to no file that could be kept.
            let isBroken = stat(path.cPath, &status) != 0
            guard status.st_mode & S_IFMT != S_IFDIR else { throw .file(EISDIR, .write, path) }
            guard overwriting else { throw .file(EEXIST, .write, path) }
            if !isBroken {
                guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegularFile(path) }
                guard access(path.cPath, W_OK) == 0 else { throw .file(errno, .write, path) }
                // All that a program, this one too, is writing there would be lost.
                if FileIdentity(path: path) != predecessor {
                    try FileUse.checkNoWriter(of: path)
                }
            }
        } else {
            guard errno == ENOENT else { throw .file(errno, .write, path) }
            guard path.unicodeScalars.last != "/" else { throw .file(EISDIR, .write, path) }
        }
        let folder = Files.folder(of: Files.resolved(path) ?? path)
        guard access(folder.cPath, W_OK | X_OK) == 0 else { throw .file(errno, .write, path) }
    }
}
