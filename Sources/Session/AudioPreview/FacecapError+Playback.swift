// SPDX-License-Identifier: Apache-2.0
internal import CALSA
internal import FaceValues
import Glibc
internal import SystemSupport

extension FacecapError {
    /// What a call of ALSA that failed on a playback device means to people.
    ///
    /// - Parameter failure: the negative `errno` that the call returned.
    static func playback(_ name: String, _ call: String, _ failure: CInt) -> FacecapError {
        let code =
            failure == -EINVAL ? .formatUnsupported : Code(deviceFailure: -failure)
        return FacecapError(
            code,
            "Nothing is heard on the audio device \(name): \(call) says \""
                + String(cString: snd_strerror(failure))
                + "\"; name another one (aplay -L lists them), or start again when it is there.",
            errno: -failure)
    }
}
