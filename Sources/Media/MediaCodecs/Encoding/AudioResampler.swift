// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
package import FaceValues

/// Converts audio to another rate and number of channels, stretch by stretch; used by one thread at a time.
package final class AudioResampler {
    /// What the audio is like before.
    package let source: AudioFormat
    private let target: AudioFormat
    private var resampler: OpaquePointer?

    /// A converter from one format to another.
    ///
    /// Throws `formatUnsupported` where there is no such conversion.
    package init(from source: AudioFormat, to target: AudioFormat) throws(FacecapError) {
        (self.source, self.target) = (source, target)
        resampler = facecap_resampler_create_between(
            CInt(clamping: source.sampleRate), CInt(clamping: source.channelCount),
            CInt(clamping: target.sampleRate), CInt(clamping: target.channelCount))
        guard resampler != nil else {
            if MemoryCheck.isExhausted() { throw .outOfMemory }
            throw FacecapError(
                .formatUnsupported,
                "Audio of \(source.channelCount.counted("channel")) at \(source.sampleRate) Hz cannot be converted to"
                    + " \(target.channelCount) at \(target.sampleRate) Hz; record without audio.")
        }
    }

    deinit { swr_free(&resampler) }

    /// The audio in the other format, at the same time; a few samples stay in the filter until the next call.
    package func convert(_ audio: AudioSampleBuffer) throws(FacecapError) -> AudioSampleBuffer {
        guard let resampler else { return audio }
        let (rate, channels) = (target.sampleRate, target.channelCount)
        // What the filter holds comes with it.
        let capacity = audio.frameCount * rate / max(1, source.sampleRate) + 1024
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
}
