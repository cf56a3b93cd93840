// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

extension Files {
    /// The descriptor of a folder that one run at a time has, as long as it is open.
    ///
    /// - Throws: `deviceBusy` with a message where another run has it.
    static func lockedFolder(
        _ path: String, busy message: String
    ) throws(FacecapError) -> FileDescriptor {
        let lock = try FileDescriptor(reading: path)
        guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw FacecapError(.deviceBusy, message)
        }
        return lock
    }
}
