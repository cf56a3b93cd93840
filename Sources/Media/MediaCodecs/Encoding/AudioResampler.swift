// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
package import FaceValues

/// Lets audio keep the rate and the channels that it began with, whatever its source changes to; used by one thread at a
/// time.
package final class AudioResampler {
    /// Rates that audio may change to.
    private static let sampleRates = 1000...768_000
    /// The most samples that are made at once: what asks for more is made to do harm.
    private static let maximumSampleCount = 1 << 26

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
        let capacity = audio.frameCount * rate / format.sampleRate + 1024
        guard capacity <= Self.maximumSampleCount / channels else { throw refusal(of: format) }
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
        source = nil
        guard Self.sampleRates.contains(format.sampleRate) else { throw refusal(of: format) }
        resampler = facecap_resampler_create_between(
            CInt(clamping: format.sampleRate), CInt(clamping: format.channelCount),
            CInt(clamping: target.sampleRate), CInt(clamping: target.channelCount))
        guard resampler != nil else {
            throw MemoryCheck.isExhausted() ? .outOfMemory : refusal(of: format)
        }
        source = format
    }

    private func refusal(of format: AudioFormat) -> FacecapError {
        FacecapError(
            .formatUnsupported,
            "The audio changed to \(format.channelCount.counted("channel")) at \(format.sampleRate) Hz, which cannot be"
                + " converted to \(target.channelCount) at \(target.sampleRate) Hz; record the rest into another file."
        )
    }
}
