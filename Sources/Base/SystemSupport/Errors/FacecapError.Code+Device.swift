// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc

extension FacecapError.Code {
    /// The code of a system call that failed on a device: the one table for cameras, outputs and audio.
    ///
    /// What `EINVAL` means depends on the call; a caller who knows says so before it looks here.
    ///
    /// - Parameter number: `errno`.
    package init(deviceFailure number: Int32) {
        self =
            switch number {
            case ENOENT, ENOTDIR: .sourceNotFound
            case EACCES, EPERM: .permissionDenied
            case EBUSY, EAGAIN: .deviceBusy
            // The bus has no bandwidth left for the frames.
            case ENOSPC: .deviceBusy
            case ENODEV, ENXIO, EIO, ESHUTDOWN: .deviceDisconnected
            case ENOTTY, EISDIR: .formatUnsupported
            default: .systemFailed
            }
    }
}
