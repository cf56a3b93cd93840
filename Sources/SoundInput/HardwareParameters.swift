internal import CALSA
internal import FaceValues

/// What a PCM can be set to, narrowed down step by step and applied at the end.
final class HardwareParameters {
    private let pcm: OpaquePointer
    private let name: String
    private let pointer: OpaquePointer

    /// Everything that the device can do. The corresponding C function is `snd_pcm_hw_params_any`.
    init(_ handle: PCMHandle) throws(FacecapError) {
        var allocated: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&allocated) == 0, let allocated else {
            throw FacecapError(.systemFailed, "There is no memory left: close other programs.")
        }
        pcm = handle.pointer
        name = handle.name
        pointer = allocated
        let result = snd_pcm_hw_params_any(pcm, pointer)
        guard result >= 0 else { throw .microphone(name, "snd_pcm_hw_params_any", result) }
    }

    deinit { snd_pcm_hw_params_free(pointer) }

    func allows(_ format: PCMSampleFormat) -> Bool {
        snd_pcm_hw_params_test_format(pcm, pointer, format.alsa) == 0
    }

    func sampleRates() throws(FacecapError) -> ClosedRange<Int> {
        var (least, most, direction) = (UInt32(0), UInt32(0), CInt(0))
        snd_pcm_hw_params_get_rate_min(pointer, &least, &direction)
        snd_pcm_hw_params_get_rate_max(pointer, &most, &direction)
        return try range(least, most, "sample rates")
    }

    func channelCounts() throws(FacecapError) -> ClosedRange<Int> {
        var (least, most) = (UInt32(0), UInt32(0))
        snd_pcm_hw_params_get_channels_min(pointer, &least)
        snd_pcm_hw_params_get_channels_max(pointer, &most)
        return try range(least, most, "channels")
    }

    private func range(
        _ least: UInt32, _ most: UInt32, _ what: String
    ) throws(FacecapError) -> ClosedRange<Int> {
        guard most > 0, least <= most else { throw .unsupported(name, "has no \(what)") }
        return Int(max(1, least))...Int(most)
    }
}
