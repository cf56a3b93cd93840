// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Which file it is that has a name.
package struct FileIdentity: Sendable, Hashable {
    private let device: dev_t
    private let number: ino_t

    /// The file that the system says this of.
    init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }

    /// The file at the end of all symbolic links; `nil` where there is none.
    package init?(path: String) {
        guard let status = Files.status(of: path) else { return nil }
        self.init(status)
    }
}
