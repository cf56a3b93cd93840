// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Where frames come from, and what is asked of a camera.
struct SourceOptions: OptionGroup {
    @Option(
        .options(
            "source", short: "s",
            .text(
                "SOURCE", allowed: "auto, a camera, screen, synthetic, a file, an address or -",
                completion: .wordsAndFiles([
                    "auto", "front", "back", "usb", "screen", "synthetic",
                ])),
            default: ["auto"],
            "Where the frames come from: auto (the first camera), front, back or usb (the first"
                + " camera that faces that way, or is connected by cable), a camera such as"
                + " /dev/video0, its serial number or a part of its name, screen, synthetic"
                + " (drawn heads), the path or URL of a video or image, or - for standard input."
                + " Repeat the option to capture several sources together. They are named 0, 1"
                + " and so on, or by a prefix such as left=/dev/video0."))
    var sources: [String]
    @Option(
        .option(
            "size", .pixels,
            "The size of the camera's frames. The command fails if the camera does not support"
                + " it."))
    var size: Size?
    @Option(
        .option(
            "fps", .number(in: 1...1000),
            "Frames per second. The command fails if the camera is slower."))
    var frameRate: Double?
    @Option(
        .option(
            "pixel-format", .pixelFormat,
            "The pixel format of the camera's frames. By default, the format that needs the"
                + " least CPU at the requested size and rate. z16 is depth, which shows no"
                + " faces."))
    var pixelFormat: CameraRequest.PixelFormat?
    @Option(
        .option(
            "session-preset", .choice,
            "Use the camera's size nearest to 1280x720 (high, hd720), 640x480 (medium, vga),"
                + " 320x240 (low) or 1920x1080 (hd1080), or its largest size (photo)."))
    var preset: PresetName?

    static var rules: [OptionRule] {
        [.of(["session-preset"], exclude: ["size"], "chooses the size of frames")]
    }

    /// Whether the user named a source at all.
    var namesSource: Bool { _sources.isGiven }

    /// Throws where a synthetic camera is asked for one thing twice.
    private func checkSynthetic(_ argument: String) throws(FacecapError) {
        let words = argument.split(whereSeparator: { ":,".contains($0) })
        guard words.first?.split(separator: "=").last == "synthetic" else { return }
        for (option, isGiven, key) in [
            ("size", size != nil, "size="), ("session-preset", preset != nil, "size="),
            ("fps", frameRate != nil, "fps="),
        ] where isGiven && words.contains(where: { $0.hasPrefix(key) }) {
            throw FacecapError(
                .invalidArgument,
                "\(argument) says \(key.dropLast()) too; leave it out there, or leave out --\(option)."
            )
        }
    }

    /// The sources and what is asked of them; throws where the user's words contradict each other.
    func settings(depth: String? = nil) throws(FacecapError) -> SourceSettings {
        var settings = SourceSettings()
        settings.depth = depth
        settings.sources = []
        for argument in sources {
            settings.sources.append(try RunSource(argument))
            try checkSynthetic(argument)
        }
        try settings.check()
        settings.images = ImageRequest(size: size, frameRate: frameRate, pixelFormat: pixelFormat)
        settings.preset = preset?.preset
        return settings
    }
}

extension ValueReader<CameraRequest.PixelFormat> {
    /// The name of a format, in letters of any size.
    fileprivate static var pixelFormat: ValueReader {
        let words = CameraRequest.PixelFormat.allCases.map(\.rawValue)
        return ValueReader(
            words.joined(separator: "|"), allowed: words.joined(separator: ", "),
            completion: .words(words),
            read: { CameraRequest.PixelFormat(rawValue: $0.lowercased()) })
    }
}
