// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
internal import FaceValues

/// Stretches audio by parts per million without a seam, with libswresample.
final class DriftCorrector {
    private let channelCount: Int
    private let sampleRate: Int
    private var resampler: OpaquePointer?

    /// A corrector of interleaved floats.
    init(sampleRate: Int, channelCount: Int) throws(FacecapError) {
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, CInt(channelCount))
        defer { av_channel_layout_uninit(&layout) }
        let rate = CInt(clamping: sampleRate)
        var result = withUnsafeMutablePointer(to: &layout) {
            swr_alloc_set_opts2(
                &resampler, $0, AV_SAMPLE_FMT_FLT, rate, $0, AV_SAMPLE_FMT_FLT, rate, 0, nil)
        }
        if result >= 0, let resampler {
            let options = UnsafeMutableRawPointer(resampler)
            av_opt_set_int(options, "flags", Int64(SWR_FLAG_RESAMPLE), 0)
            // Between the phases of the filter: else changes of the rate could be heard as noise.
            av_opt_set_int(options, "linear_interp", 1, 0)
            result = swr_init(resampler)
        }
        guard result >= 0 else {
            throw FacecapError(
                .formatUnsupported,
                "Audio of \(channelCount.counted("channel")) at \(sampleRate) Hz cannot be kept on the clock; "
                    + "choose another rate or fewer channels.")
        }
    }

    deinit { swr_free(&resampler) }

    /// Sample frames that were given and are not handed out yet.
    var waitingFrameCount: Int { Int(swr_get_delay(resampler, Int64(sampleRate))) }

    /// The next stretch, with so many parts per million more sample frames.
    func stretch(_ samples: ArraySlice<Float>, byPPM ppm: Double) -> [Float] {
        // For ten seconds, unless another order comes before.
        let distance = sampleRate * 10
        let delta = Int((Double(distance) * ppm / 1e6).rounded())
        swr_set_compensation(resampler, CInt(clamping: delta), CInt(clamping: distance))
        return samples.withUnsafeBufferPointer { convert($0.baseAddress, $0.count / channelCount) }
    }

    /// What is left; the corrector begins again.
    func drain() -> [Float] {
        let rest = convert(nil, 0)
        swr_init(resampler)
        return rest
    }

    private func convert(_ samples: UnsafePointer<Float>?, _ frameCount: Int) -> [Float] {
        guard let resampler else { return [] }
        let capacity = frameCount + frameCount / 100 + 128
        return [Float](unsafeUninitializedCapacity: capacity * channelCount) { buffer, count in
            guard let output = buffer.baseAddress else { return }
            let converted = facecap_resampler_convert_floats(
                resampler, samples, CInt(frameCount), output, CInt(capacity))
            count = max(0, Int(converted)) * channelCount
        }
    }
}
