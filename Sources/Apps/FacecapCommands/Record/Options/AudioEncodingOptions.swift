import Facecap

/// How audio is encoded.
struct AudioEncodingOptions: OptionGroup {
    @Option var codec: String?
    @Option var bitRate: Int64?

    init(_ options: inout OptionReader) {
        _codec = options.read(
            .option(
                "audio-codec", .text("NAME", allowed: "aac, libopus, pcm_s16le or pcm_f32le"),
                "The encoder of the audio, by libavcodec's name: aac, or libopus; in a WAV file pcm_s16le, or"
                    + " pcm_f32le."))
        _bitRate = options.read(
            .option("audio-bit-rate", .bitRate, "Bits a second of the audio."))
    }

    /// What the user's words mean.
    var settings: AudioEncoderSettings {
        AudioEncoderSettings(codec: codec ?? "aac", bitRate: bitRate.map { Int($0) })
    }
}
