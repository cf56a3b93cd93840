import Facecap

/// What `live` and `record` ask of a camera.
enum CameraOptions {
    static let size: Parameter<Size?> = .option(
        "size", .pixels,
        "The size of the camera's frames; it is an error when the camera does not have it.")
    static let frameRate: Parameter<Double?> = .option(
        "fps", .number(in: 1...1000),
        "Frames a second; it is an error when the camera is slower.")
    static let pixelFormat: Parameter<CameraRequest.PixelFormat?> = .option(
        "pixel-format", .pixelFormat,
        "How frames come out of the camera; without it, the cheapest format that has the size and"
            + " the rate. z16 are distances, which show no faces.")
    static let preset: Parameter<PresetName?> = .option(
        "session-preset", .choice,
        "The nearest size to 1280x720 (high, hd720), 640x480 (medium, vga), 320x240 (low) or"
            + " 1920x1080 (hd1080), or the largest (photo).")

    static let declarations = [
        size.declaration, frameRate.declaration, pixelFormat.declaration, preset.declaration,
    ]

    /// What the user's words ask of the source; throws where two of them contradict each other.
    static func request(_ invocation: Invocation) throws(FacecapError) -> ImageRequest {
        guard invocation[size] == nil || invocation[preset] == nil else {
            throw FacecapError(
                .invalidArgument,
                "--size and --session-preset both choose the size of frames; give one of them.")
        }
        return ImageRequest(
            size: invocation[size], frameRate: invocation[frameRate],
            pixelFormat: invocation[pixelFormat])
    }
}

extension ValueReader<CameraRequest.PixelFormat> {
    /// The name of a format, in letters of any size.
    static var pixelFormat: ValueReader {
        let words = CameraRequest.PixelFormat.allCases.map(\.rawValue)
        return ValueReader(
            words.joined(separator: "|"), allowed: words.joined(separator: ", "),
            completion: .words(words),
            read: { CameraRequest.PixelFormat(rawValue: $0.lowercased()) },
            write: \.rawValue)
    }
}
