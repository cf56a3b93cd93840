// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc
import SystemSupport

extension FacecapError {
    /// What a failed system call on the camera at `path` means to people, and what they can do.
    static func camera(_ path: String, _ failure: SystemCallFailure) -> FacecapError {
        let code = Code(deviceFailure: failure.number)
        let message =
            switch code {
            case .sourceNotFound:
                "There is no \(path): plug the camera in, or name another one."
            case .permissionDenied:
                "No permission for \(path): add yourself to the group video: "
                    + "sudo usermod -aG video $USER, then log in again."
            case .deviceBusy where failure.number == ENOSPC:
                "The USB bus has no room for the frames of \(path): ask for a smaller size "
                    + "or rate, or use another port."
            case .deviceBusy:
                "Another program uses \(path): close it; fuser -v \(path) names it."
            case .deviceDisconnected:
                "The camera at \(path) went away: check its cable, plug it in and start again."
            case .formatUnsupported:
                "\(path) is not a camera: name a device like /dev/video0."
            default:
                "\(failure.call) failed on \(path) (\(systemReason(failure.number))): "
                    + "plug the camera in again, or name another one."
            }
        return FacecapError(code, message, errno: failure.number)
    }

    /// A driver whose answers contradict each other or leave the bounds of sense.
    static func brokenDriver(_ path: String, _ finding: String) -> FacecapError {
        FacecapError(
            .systemFailed,
            "The driver of \(path) \(finding): plug the camera in again, or update the kernel.")
    }
}
