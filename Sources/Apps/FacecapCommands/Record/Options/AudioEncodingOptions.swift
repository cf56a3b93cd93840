// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How audio is encoded.
struct AudioEncodingOptions: OptionGroup {
    @Option(
        .option(
            "audio-codec",
            .text(
                "NAME", allowed: "aac, libopus, pcm_s16le or pcm_f32le",
                completion: .words(["aac", "libopus", "pcm_s16le", "pcm_f32le"])),
            "The audio encoder, by its libavcodec name: aac or libopus; for a WAV file,"
                + " pcm_s16le or pcm_f32le."))
    var codec: String?
    @Option(.option("audio-bit-rate", .bitRate, "The audio bit rate in bits per second."))
    var bitRate: Int64?

    /// What the user's words mean.
    var settings: AudioEncoderSettings {
        AudioEncoderSettings(codec: codec ?? "aac", bitRate: bitRate.map { Int($0) })
    }
}
