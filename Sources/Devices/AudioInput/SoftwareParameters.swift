// SPDX-License-Identifier: Apache-2.0
internal import CALSA
internal import CaptureSamples
internal import FaceValues

/// When ALSA wakes its reader, and how it stamps what it captures.
enum SoftwareParameters {
    /// Stamps on `CLOCK_MONOTONIC`, and a reader that is woken for each period. The corresponding C
    /// function is `snd_pcm_sw_params`.
    static func apply(to handle: PCMHandle, periodFrameCount: Int) throws(FacecapError) {
        var allocated: OpaquePointer?
        guard snd_pcm_sw_params_malloc(&allocated) == 0, let parameters = allocated else {
            throw .noMemory(for: "audio")
        }
        defer { snd_pcm_sw_params_free(parameters) }
        let pcm = handle.pointer
        var result = snd_pcm_sw_params_current(pcm, parameters)
        guard result >= 0 else { throw .microphone(handle.name, "snd_pcm_sw_params", result) }
        snd_pcm_sw_params_set_avail_min(pcm, parameters, snd_pcm_uframes_t(periodFrameCount))
        snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE)
        // Where the clock cannot be chosen, stamps that make no sense are not used.
        snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC)
        result = snd_pcm_sw_params(pcm, parameters)
        guard result >= 0 else { throw .microphone(handle.name, "snd_pcm_sw_params", result) }
    }
}
