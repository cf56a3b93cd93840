// SPDX-License-Identifier: Apache-2.0
internal import CALSA
internal import FaceValues

/// A PCM of ALSA that is open for capture, without waiting for anything.
final class PCMHandle {
    let pointer: OpaquePointer
    let name: String

    /// The corresponding C function is `snd_pcm_open`.
    init(capturing name: String) throws(FacecapError) {
        ALSALibrary.prepare()
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_CAPTURE, CInt(SND_PCM_NONBLOCK))
        guard result >= 0, let opened else {
            throw .microphone(name, "snd_pcm_open", result)
        }
        pointer = opened
        self.name = name
    }

    deinit { snd_pcm_close(pointer) }
}
