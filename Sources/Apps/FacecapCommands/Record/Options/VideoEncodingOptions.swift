import Facecap

/// How frames are encoded.
struct VideoEncodingOptions: OptionGroup {
    @Option var codec: String
    @Option var bitRate: Int64?
    @Option var quality: Double?
    @Option var keyFrameInterval: Duration
    @Option var profile: String?
    @Option var preset: String?

    init(_ options: inout OptionReader) {
        _codec = options.read(
            .option(
                "video-codec",
                .text("NAME", allowed: "an encoder that facecap doctor lists, such as libx264"),
                default: "libx264", "The encoder of the frames, by libavcodec's name."))
        _bitRate = options.read(
            .option(
                "bit-rate", .bitRate, "Bits a second of the frames; without it the quality decides."
            ))
        _quality = options.read(
            .option(
                "quality", .number(in: 0...51),
                "The encoder's constant quality, 0 to 51: lower is better and larger."))
        _keyFrameInterval = options.read(
            .option(
                "key-frame-interval", .duration, default: .seconds(2),
                "The longest time between frames at which decoding can begin."))
        _profile = options.read(
            .option(
                "profile", .text("NAME", allowed: "a profile of the encoder, such as main"),
                "The encoder's profile."))
        _preset = options.read(
            .option(
                "preset", .text("NAME", allowed: "a preset of the encoder, such as veryfast"),
                "The encoder's compromise of speed and size."))
    }

    /// What the user's words mean.
    var settings: VideoEncoderSettings {
        VideoEncoderSettings(
            codec: codec, bitRate: bitRate.map { Int($0) }, quality: quality,
            keyFrameInterval: MediaTime(keyFrameInterval), profile: profile, preset: preset)
    }
}
