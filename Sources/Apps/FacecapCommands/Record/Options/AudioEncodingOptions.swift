// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How audio is encoded.
struct AudioEncodingOptions: OptionGroup {
    @Option(
        .option(
            "audio-codec", .text("NAME", allowed: "aac, libopus, pcm_s16le or pcm_f32le"),
            "The encoder of the audio, by libavcodec's name: aac, or libopus; in a WAV file pcm_s16le, or"
                + " pcm_f32le."))
    var codec: String?
    @Option(.option("audio-bit-rate", .bitRate, "Bits a second of the audio.")) var bitRate: Int64?

    /// What the user's words mean.
    var settings: AudioEncoderSettings {
        AudioEncoderSettings(codec: codec ?? "aac", bitRate: bitRate.map { Int($0) })
    }
}
