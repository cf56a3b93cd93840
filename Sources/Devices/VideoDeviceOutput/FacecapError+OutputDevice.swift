// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import Glibc

extension FacecapError {
    /// What a failed system call on the output device at `path` means to people, and what they can do.
    static func outputDevice(_ path: String, _ call: String, _ number: Int32) -> FacecapError {
        let (code, message): (Code, String) =
            switch number {
            case ENOENT, ENOTDIR:
                (
                    .sourceNotFound,
                    "There is no \(path); make one with sudo modprobe v4l2loopback, or name another."
                )
            case EACCES, EPERM:
                (
                    .permissionDenied,
                    "No permission for \(path): add yourself to the group video: "
                        + "sudo usermod -aG video $USER, then log in again."
                )
            case EBUSY:
                (
                    .deviceBusy,
                    "Another program writes to \(path); close it, or name another device."
                )
            case ENODEV, ENXIO, EIO, ESHUTDOWN:
                (
                    .deviceDisconnected,
                    "The device at \(path) went away; make it again and start again."
                )
            case ENOTTY, EISDIR, EINVAL:
                (
                    .formatUnsupported,
                    "\(path) does not take these frames (\(call)); name an output device of V4L2."
                )
            default:
                (
                    .systemFailed,
                    "\(call) failed on \(path) (\(String(cString: strerror(number)))); name another"
                        + " device."
                )
            }
        return FacecapError(code, message, errno: number)
    }
}
