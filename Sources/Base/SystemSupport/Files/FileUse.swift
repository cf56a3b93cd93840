// SPDX-License-Identifier: Apache-2.0
internal import CLinux
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
    /// The corresponding C functions are `flock`, which every ``AtomicFile`` is locked by, and `fcntl` with
    /// `F_SETLEASE`.
    package static func checkNoWriter(of path: String) throws(FacecapError) {
        guard let file = FileDescriptor(path, flags: O_RDONLY | O_NONBLOCK), isWritten(file) else {
            return
        }
        throw refusal(path)
    }

    /// What is said of a file that a program writes.
    static func refusal(_ path: String) -> FacecapError {
        FacecapError(
            .outputFailed,
            "\(path) is being written by a program: end its recording first, or choose another name."
        )
    }

    /// Whether a program has the file open for writing; where none has, it is locked as long as it is open here.
    static func isWritten(_ file: borrowing FileDescriptor) -> Bool {
        // A process that is being started has the files of the one that starts it open, for a moment.
        for pause in [1_000, 10_000, 100_000, 0] as [useconds_t] {
            guard isLocked(file) || isLeaseRefused(file) else { return false }
            usleep(pause)
        }
        return true
    }

    private static func isLocked(_ file: borrowing FileDescriptor) -> Bool {
        flock(file.number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    private static func isLeaseRefused(_ file: borrowing FileDescriptor) -> Bool {
        // Who comes within this moment causes a signal that nobody minds, in place of one that kills.
        _ = fcntl(file.number, setSignal, SIGURG)
        guard fcntl(file.number, setLease, Int32(F_RDLCK)) != 0 else {
            _ = fcntl(file.number, setLease, Int32(F_UNLCK))
            return false
        }
        guard errno == EAGAIN else { return false }
        // NFS and SMB refuse leases of files that nobody writes too.
        return !facecap_is_remote(file.number)
    }
}
