// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues

extension EncoderContext {
    /// The kinds of samples that audio can be converted to, the best one first.
    private static let sampleFormats = [AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_S16]

    /// Opens an encoder of audio.
    func openForAudio(
        _ encoder: UnsafePointer<AVCodec>, codec: EncodedSample.AudioFormat.Codec,
        settings: AudioEncoderSettings, sampleRate: Int, channelCount: Int
    ) throws(FacecapError) {
        // Time stamps of Opus count 48,000 in a second, whatever went in.
        let rate =
            codec == .opus ? 48000 : facecap_encoder_sample_rate(encoder, CInt(sampleRate))
        pointer.pointee.sample_rate = rate
        pointer.pointee.time_base = AVRational(num: 1, den: rate)
        pointer.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        facecap_encoder_set_channels(pointer, CInt(channelCount))
        pointer.pointee.sample_fmt =
            Self.sampleFormats.first { facecap_encoder_takes_samples(encoder, $0) != 0 }
            ?? AV_SAMPLE_FMT_FLTP
        if let bitRate = settings.bitRate {
            guard 500...2_000_000 ~= bitRate else {
                throw FacecapError(
                    .invalidArgument,
                    "The bit rate of audio, \(bitRate), is outside 500...2000000 bits a second; "
                        + "choose another.")
            }
            pointer.pointee.bit_rate = Int64(bitRate)
        } else if codec == .aac {
            pointer.pointee.bit_rate = Int64(min(64000, 2 * Int(rate)) * channelCount)
        }
        let bitRate = settings.bitRate.map { ", \($0) bits a second" } ?? ""
        try open(
            with: "\(channelCount.counted("channel")) at \(rate) Hz\(bitRate)",
            known: EncoderCatalogue.audioEncoders)
    }
}
