// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc

extension FacecapError {
    /// What a failed system call on the camera at `path` means to people, and what they can do.
    static func camera(_ path: String, _ failure: SystemCallFailure) -> FacecapError {
        let (code, message): (Code, String) =
            switch failure.number {
            case ENOENT, ENOTDIR:
                (.sourceNotFound, "There is no \(path): plug the camera in, or name another one.")
            case EACCES, EPERM:
                (
                    .permissionDenied,
                    "No permission for \(path): add yourself to the group video: "
                        + "sudo usermod -aG video $USER, then log in again."
                )
            case EBUSY:
                (
                    .deviceBusy,
                    "Another program uses \(path): close it; fuser -v \(path) names it."
                )
            case ENODEV, ENXIO, EIO, ESHUTDOWN:
                (
                    .deviceDisconnected,
                    "The camera at \(path) went away: check its cable, plug it in and start again."
                )
            case ENOTTY, EISDIR:
                (.formatUnsupported, "\(path) is not a camera: name a device like /dev/video0.")
            case ENOSPC:
                (
                    .deviceBusy,
                    "The USB bus has no room for the frames of \(path): ask for a smaller size "
                        + "or rate, or use another port."
                )
            default:
                (
                    .systemFailed,
                    "\(failure.call) failed on \(path) (\(name(of: failure.number))): "
                        + "plug the camera in again, or name another one."
                )
            }
        return FacecapError(code, message, errno: failure.number)
    }

    /// A driver whose answers contradict each other or leave the bounds of sense.
    static func brokenDriver(_ path: String, _ finding: String) -> FacecapError {
        FacecapError(
            .systemFailed,
            "The driver of \(path) \(finding): plug the camera in again, or update the kernel.")
    }

    private static func name(of number: Int32) -> String {
        strerror(number).map { String(cString: $0) } ?? "error \(number)"
    }
}
