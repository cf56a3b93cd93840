// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
package import FaceValues

/// Lets audio keep the rate and the channels that it began with, whatever its source changes to; used by one thread at a
/// time.
package final class AudioResampler {
    private let target: AudioFormat
    /// What is converted; `nil` while the audio is as it began.
    private var source: AudioFormat?
    private var resampler: OpaquePointer?

    /// A converter to a format.
    package init(to target: AudioFormat) { self.target = target }

    deinit { swr_free(&resampler) }

    /// The audio in the format, at the same time; a few samples stay in the filter until the next call.
    ///
    /// Throws `formatUnsupported` where there is no such conversion.
    package func convert(_ audio: AudioSampleBuffer) throws(FacecapError) -> AudioSampleBuffer {
        let format = audio.format
        guard format != target else {
            source = nil
            return audio
        }
        if source != format { try prepare(format) }
        guard let resampler else { return audio }
        let (rate, channels) = (target.sampleRate, target.channelCount)
        // What the filter holds comes with it.
        let capacity = audio.frameCount * rate / max(1, format.sampleRate) + 1024
        var isFailed = false
        let samples = [Float](unsafeUninitializedCapacity: capacity * channels) { buffer, count in
            guard let output = buffer.baseAddress else { return }
            let converted = facecap_resampler_convert_floats(
                resampler, audio.samples, CInt(clamping: audio.frameCount), output,
                CInt(clamping: capacity))
            isFailed = converted < 0
            count = max(0, Int(converted)) * channels
        }
        if isFailed { throw .outOfMemory }
        return AudioSampleBuffer(
            samples: samples, sampleRate: rate, channelCount: channels,
            presentationTime: audio.presentationTime)
    }

    private func prepare(_ format: AudioFormat) throws(FacecapError) {
        swr_free(&resampler)
        source = format
        resampler = facecap_resampler_create_between(
            CInt(clamping: format.sampleRate), CInt(clamping: format.channelCount),
            CInt(clamping: target.sampleRate), CInt(clamping: target.channelCount))
        guard resampler == nil else { return }
        if MemoryCheck.isExhausted() { throw .outOfMemory }
        throw FacecapError(
            .formatUnsupported,
            "The audio changed to \(format.channelCount.counted("channel")) at \(format.sampleRate) Hz, which cannot be"
                + " converted to \(target.channelCount) at \(target.sampleRate) Hz; record the rest into another file."
        )
    }
}
