// SPDX-License-Identifier: Apache-2.0
internal import CALSA
internal import CaptureSamples
internal import FaceValues
import Glibc

/// What a PCM can be set to, narrowed down step by step and applied at the end.
final class HardwareParameters {
    private let pcm: OpaquePointer
    private let name: String
    private let pointer: OpaquePointer

    /// Everything that the device can do. The corresponding C function is `snd_pcm_hw_params_any`.
    init(_ handle: PCMHandle) throws(FacecapError) {
        var allocated: OpaquePointer?
        guard snd_pcm_hw_params_malloc(&allocated) == 0, let allocated else {
            throw .noMemory(for: "audio")
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

    /// Narrows the device down to what is nearest to a request and sets it: periods of 10 ms and a
    /// buffer of two seconds, where it can. The corresponding C function is `snd_pcm_hw_params`.
    func apply(_ request: MicrophoneRequest) throws(FacecapError) -> PCMSetup {
        try check(
            "snd_pcm_hw_params_set_access",
            snd_pcm_hw_params_set_access(pcm, pointer, SND_PCM_ACCESS_RW_INTERLEAVED))
        guard let format = PCMSampleFormat.allCases.first(where: allows) else {
            throw .unsupported(name, "has none of the formats S16_LE, S32_LE and FLOAT_LE")
        }
        try check(
            "snd_pcm_hw_params_set_format",
            snd_pcm_hw_params_set_format(pcm, pointer, format.alsa))
        let channels = try applyChannels(request.channelCount)
        let rate = try applyRate(request.sampleRate)
        var direction: CInt = 0
        var bufferMicroseconds: UInt32 = 2_000_000
        snd_pcm_hw_params_set_buffer_time_near(pcm, pointer, &bufferMicroseconds, &direction)
        var periodMicroseconds: UInt32 = 10_000
        snd_pcm_hw_params_set_period_time_near(pcm, pointer, &periodMicroseconds, &direction)
        try check("snd_pcm_hw_params", snd_pcm_hw_params(pcm, pointer))
        var (period, buffer) = (snd_pcm_uframes_t(0), snd_pcm_uframes_t(0))
        snd_pcm_hw_params_get_period_size(pointer, &period, &direction)
        snd_pcm_hw_params_get_buffer_size(pointer, &buffer)
        return PCMSetup(
            sampleRate: rate, channelCount: channels, sampleFormat: format,
            periodFrameCount: max(1, Int(clamping: period)),
            bufferFrameCount: max(1, Int(clamping: buffer)))
    }

    private func applyChannels(_ wanted: Int?) throws(FacecapError) -> Int {
        let possible = try channelCounts()
        let count = wanted ?? min(max(2, possible.lowerBound), possible.upperBound)
        guard possible.contains(count), 1...8 ~= count,
            snd_pcm_hw_params_set_channels(pcm, pointer, UInt32(count)) >= 0
        else { throw .unsupported(name, "cannot capture \(count.counted("channel"))") }
        return count
    }

    private func applyRate(_ wanted: Int?) throws(FacecapError) -> Int {
        let possible = try sampleRates()
        var rate = UInt32(clamping: wanted ?? 48_000)
        guard 8000...384_000 ~= rate, wanted.map(possible.contains) ?? true,
            snd_pcm_hw_params_set_rate_near(pcm, pointer, &rate, nil) >= 0,
            wanted.map({ $0 == Int(rate) }) ?? (1000...768_000 ~= rate)
        else { throw .unsupported(name, "cannot capture at \(wanted ?? 48_000) Hz") }
        return Int(rate)
    }

    private func check(_ call: String, _ result: CInt) throws(FacecapError) {
        guard result < 0 else { return }
        // What it says of its format decides; anything else is the device's own trouble.
        throw result == -EINVAL
            ? .unsupported(name, "does not hand out interleaved audio")
            : .microphone(name, call, result)
    }

    private func range(
        _ least: UInt32, _ most: UInt32, _ what: String
    ) throws(FacecapError) -> ClosedRange<Int> {
        guard most > 0, least <= most else { throw .unsupported(name, "has no \(what)") }
        return Int(max(1, least))...Int(most)
    }
}
