// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import Glibc
internal import SystemSupport

extension FacecapError {
    /// What a failed system call on the output device at `path` means to people, and what they can do.
    static func outputDevice(_ path: String, _ call: String, _ number: Int32) -> FacecapError {
        let code =
            number == EINVAL ? .formatUnsupported : Code(deviceFailure: number)
        let message =
            switch code {
            case .sourceNotFound:
                "There is no \(path); make one with sudo modprobe v4l2loopback, or name another."
            case .permissionDenied:
                "No permission for \(path): add yourself to the group video: "
                    + "sudo usermod -aG video $USER, then log in again."
            case .deviceBusy:
                "Another program writes to \(path); close it, or name another device."
            case .deviceDisconnected:
                "The device at \(path) went away; make it again and start again."
            case .formatUnsupported:
                "\(path) does not take these frames (\(call)); name an output device of V4L2."
            default:
                "\(call) failed on \(path) (\(systemReason(number))); name another device."
            }
        return FacecapError(code, message, errno: number)
    }
}
