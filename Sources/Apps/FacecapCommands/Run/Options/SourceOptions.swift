// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Where frames come from, and what is asked of a camera.
struct SourceOptions: OptionGroup {
    @Option(
        .options(
            "source", short: "s",
            .text(
                "SOURCE", allowed: "auto, a camera, screen, synthetic, a file, an address or -",
                completion: .files),
            default: ["auto"],
            "Where the frames come from: auto (the first camera), front, back or usb (the first camera that looks"
                + " that way, or is on a cable), a camera such as /dev/video0, its serial number or a part of its"
                + " name, screen, synthetic (drawn heads), the path or address of a"
                + " video or image, or - for one that is piped in. Given more than once, all are"
                + " captured together and called 0, 1 and so on, or by a name in front such as"
                + " left=/dev/video0."))
    var sources: [String]
    @Option(
        .option(
            "size", .pixels,
            "The size of the camera's frames; it is an error when the camera does not have it."))
    var size: Size?
    @Option(
        .option(
            "fps", .number(in: 1...1000),
            "Frames a second; it is an error when the camera is slower."))
    var frameRate: Double?
    @Option(
        .option(
            "pixel-format", .pixelFormat,
            "How frames come out of the camera; without it, the cheapest format that has the size and"
                + " the rate. z16 are distances, which show no faces."))
    var pixelFormat: CameraRequest.PixelFormat?
    @Option(
        .option(
            "session-preset", .choice,
            "The nearest size to 1280x720 (high, hd720), 640x480 (medium, vga), 320x240 (low) or"
                + " 1920x1080 (hd1080), or the largest (photo)."))
    var preset: PresetName?

    /// Whether the user named a source at all.
    var namesSource: Bool { _sources.isGiven }

    /// The sources and what is asked of them; throws where the user's words contradict each other.
    func settings(depth: String? = nil) throws(FacecapError) -> SourceSettings {
        var settings = SourceSettings()
        settings.depth = depth
        settings.sources = []
        for argument in sources { settings.sources.append(try RunSource(argument)) }
        try settings.check()
        guard size == nil || preset == nil else {
            throw FacecapError(
                .invalidArgument,
                "--size and --session-preset both choose the size of frames; give one of them.")
        }
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
            read: { CameraRequest.PixelFormat(rawValue: $0.lowercased()) },
            write: \.rawValue)
    }
}
