// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How frames are encoded.
struct VideoEncodingOptions: OptionGroup {
    @Option(
        .option(
            "video-codec",
            .text(
                "NAME",
                allowed:
                    "h264, hevc, av1, or an encoder that facecap doctor lists, such as"
                    + " libx264",
                completion: .words(["h264", "hevc", "av1"])
            ),
            default: "libx264",
            "The video encoder: h264, hevc, av1, or the libavcodec name of an encoder."))
    var codec: String
    @Option(
        .option(
            "bit-rate", .bitRate,
            "The video bit rate in bits per second; with --quality, the maximum. By default, the"
                + " quality determines it."
        ))
    var bitRate: Int64?
    @Option(
        .option(
            "quality", .number(in: 0...51),
            "The encoder's constant quality, from 0 to 51. Lower values give better quality and"
                + " larger files."))
    var quality: Double?
    @Option(
        .option(
            "key-frame-interval", .duration, default: .seconds(2),
            "The maximum time between key frames, at which decoding can begin."))
    var keyFrameInterval: Duration
    @Option(
        .option(
            "profile", .text("NAME", allowed: "a profile of the encoder, such as main"),
            "The encoder's profile."))
    var profile: String?
    @Option(
        .option(
            "preset", .text("NAME", allowed: "a preset of the encoder, such as veryfast"),
            "The encoder's preset, a compromise between speed and size."))
    var preset: String?

    /// What the user's words mean.
    var settings: VideoEncoderSettings {
        VideoEncoderSettings(
            codec: codec, bitRate: bitRate.map { Int($0) }, quality: quality,
            keyFrameInterval: MediaTime(keyFrameInterval), profile: profile, preset: preset)
    }
}
