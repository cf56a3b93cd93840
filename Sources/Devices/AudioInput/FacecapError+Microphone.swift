// SPDX-License-Identifier: Apache-2.0
internal import CALSA
internal import FaceValues
import Glibc
internal import SystemSupport

extension FacecapError {
    /// What a call of ALSA that failed on a device means to people, and what they can do.
    ///
    /// - Parameter failure: the negative `errno` that the call returned.
    static func microphone(_ name: String, _ call: String, _ failure: CInt) -> FacecapError {
        let code = Code(deviceFailure: -failure)
        let message =
            switch code {
            case .sourceNotFound:
                "There is no audio device \(name): plug the microphone in, or name another one."
            case .permissionDenied:
                "No permission for the audio device \(name): add yourself to the group audio: "
                    + "sudo usermod -aG audio $USER, then log in again."
            case .deviceBusy where failure != -ENOSPC:
                "Another program uses the audio device \(name): close it (fuser -v /dev/snd/* "
                    + "names it), or record from default."
            case .deviceDisconnected:
                "The audio device \(name) went away: check its cable, plug it in and start again."
            default:
                "\(call) failed on the audio device \(name) (\(ALSALibrary.text(of: failure))): "
                    + "plug it in again, or name another one."
            }
        return FacecapError(code, message, errno: -failure)
    }

    /// A device that cannot make what was asked for.
    static func unsupported(_ name: String, _ finding: String) -> FacecapError {
        FacecapError(
            .formatUnsupported,
            "The audio device \(name) \(finding): name another one, or use plug\(name) where it is a "
                + "hw: device.")
    }
}
