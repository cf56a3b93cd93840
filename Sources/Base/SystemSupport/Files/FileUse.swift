// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc

/// Whether others write to a file.
package enum FileUse {
    /// `F_SETLEASE` of `fcntl.h`.
    private static let setLease: Int32 = 1024
    /// `F_SETSIG` of `fcntl.h`.
    private static let setSignal: Int32 = 10

    /// Throws `.outputFailed` while a program has the file open for writing, as far as the file system
    /// can tell: a recording that goes on must neither be recovered nor replaced.
    ///
    /// The corresponding C function is `fcntl` with `F_SETLEASE`.
    package static func checkNoWriter(of path: String) throws(FacecapError) {
        guard let file = FileDescriptor(path, flags: O_RDONLY | O_NONBLOCK) else { return }
        // Who comes within this moment causes a signal that nobody minds, in place of one that kills.
        _ = fcntl(file.number, setSignal, SIGURG)
        guard fcntl(file.number, setLease, Int32(F_RDLCK)) != 0 else {
            _ = fcntl(file.number, setLease, Int32(F_UNLCK))
            return
        }
        guard errno != EAGAIN else {
            throw FacecapError(
                .outputFailed, "\(path) is being written by a program: end its recording first.")
        }
    }
}
