// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc

/// A file that is read more than once, and has to be the same one each time.
package struct UnchangedFile: Sendable {
    /// What changes when somebody writes to a file, or puts another one in its place.
    private struct State: Equatable {
        let identity: FileIdentity
        let byteCount: Int64
        let (seconds, nanoseconds): (Int, Int)

        init?(path: String) {
            guard let status = Files.status(of: path) else { return nil }
            identity = FileIdentity(status)
            byteCount = Int64(status.st_size)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }

    private let path: String
    private let state: State?

    /// The file as it is now.
    package init(path: String) { (self.path, state) = (path, State(path: path)) }

    /// Throws `.mediaDamaged` where it is not as it was, as far as its length and the time of its last change tell.
    package func check() throws(FacecapError) {
        guard State(path: path) == state else {
            throw FacecapError(
                .mediaDamaged,
                "\(path) changed while it was read: run the command again when nothing writes to it."
            )
        }
    }
}
