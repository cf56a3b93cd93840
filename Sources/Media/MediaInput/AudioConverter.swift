// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues
internal import MediaCodecs

/// Makes interleaved floats of decoded audio, at its own rate and with its own channels.
final class AudioConverter {
    private var resampler: OpaquePointer?
    private var source: (format: CInt, rate: CInt, channels: CInt)?

    deinit { swr_free(&resampler) }

    /// The frame's audio; `nil` when it cannot be converted.
    func makeSamples(_ frame: CodecFrame, at time: MediaTime) -> AudioSampleBuffer? {
        let pointer = frame.pointer
        let channels = pointer.pointee.ch_layout.nb_channels
        let wanted = (pointer.pointee.format, pointer.pointee.sample_rate, channels)
        guard channels > 0, wanted.1 > 0, pointer.pointee.nb_samples > 0 else { return nil }
        if source.map({ $0 != wanted }) ?? true {
            swr_free(&resampler)
            resampler = facecap_resampler_create(pointer)
            source = wanted
        }
        guard let resampler else { return nil }
        let capacity = pointer.pointee.nb_samples
        let samples = [Float](unsafeUninitializedCapacity: Int(capacity) * Int(channels)) {
            buffer, count in
            guard let start = buffer.baseAddress else { return }
            let converted = facecap_resampler_convert(resampler, pointer, start, capacity)
            count = max(0, Int(converted)) * Int(channels)
        }
        guard !samples.isEmpty else { return nil }
        return AudioSampleBuffer(
            samples: samples, sampleRate: Int(wanted.1), channelCount: Int(channels),
            presentationTime: time)
    }
}
