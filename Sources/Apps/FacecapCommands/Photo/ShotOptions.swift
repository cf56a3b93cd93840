import Facecap

/// Which frames become photos, and how they are written.
struct ShotOptions: OptionGroup {
    @Option var count: Int?
    @Option var interval: Duration?
    @Option var waitsForFaces: Bool
    @Option var takesBest: Bool
    @Option var window: Duration?
    @Option var delay: Duration?
    @Option var isLivePhoto: Bool
    @Option var method: RedactionMethodName?
    @Option var annotates: Bool
    @Option var writesJSON: Bool
    @Option var quality: Double
    @Option var overwrites: Bool

    init(_ options: inout OptionReader) {
        _count = options.read(Self.count)
        _interval = options.read(
            .option(
                "interval", .durationOrZero,
                "The time from one photo to the next, such as 2s; 0 takes every frame."))
        _waitsForFaces = options.read(
            .flag("on-face", "Wait for frames in which a face was observed."))
        _takesBest = options.read(
            .flag(
                "best",
                "Take the best frame of a while: with faces that are large, sharp, frontal, well lit and"
                    + " still."))
        _window = options.read(
            .option(
                "window", .duration, "With --best, how long that while is; without it 2s."))
        _delay = options.read(Self.delay)
        _isLivePhoto = options.read(Self.livePhoto)
        _method = options.read(Self.redact)
        _annotates = options.read(Self.annotate)
        _writesJSON = options.read(
            .flag(
                "json",
                "Write one JSON record for each photo to standard output: its path and its faces."))
        _quality = options.read(
            .option(
                "quality", .number(in: 0...100), default: 90,
                "Of a JPEG photo: 0 for the smallest file, 100 for the best frame."))
        _overwrites = options.read(Self.force)
    }

    private static let count: Parameter<Int?> = .option(
        "count", short: "n", .integer(in: 1...1_000_000),
        "Take so many photos, one after the other; without it one, or with --interval as many as"
            + " come until it is stopped.")
    private static let delay: Parameter<Duration?> = .option(
        "delay", .duration,
        "Take the first photo so long after the first frame; without it at once, but of a camera's"
            + " --live-photo after 1.5s.")
    private static let livePhoto = Parameter.flag(
        "live-photo",
        "Also write a .mov beside it, a movie of three seconds around the photo, and put the same content"
            + " identifier into both.")
    private static let redact: Parameter<RedactionMethodName?> = .option(
        "redact", .choice,
        "Hide faces in the photo and its movie, as facecap redact does, and look for unsure ones too:"
            + " blur, pixelate, box or crop-out. Where they are still stands in the photo.")
    private static let annotate = Parameter.flag(
        "annotate",
        "Take no photo, but add the faces of each FILE, a JPEG or PNG, to it; its image and all its"
            + " other metadata stay as they are, byte for byte.")
    private static let force = Parameter.flag(
        "force", short: "f",
        "Replace files that exist and, with --annotate, regions that are in the frame already.")

    /// Which frame becomes a photo.
    func moment() throws(FacecapError) -> CapturePhotoSettings.Moment {
        guard takesBest else {
            guard window == nil else {
                throw FacecapError(
                    .invalidArgument,
                    "--window is the time in which the best frame is sought; give --best too.")
            }
            return .next
        }
        return .best(within: MediaTime(window ?? .seconds(2)))
    }
}

extension ValueReader<Duration> {
    /// A stretch of time, or none at all: `2s`, `0`.
    static var durationOrZero: ValueReader {
        let reader = duration
        return ValueReader(reader.valueName, allowed: reader.allowed + ", or 0") {
            ["0", "0s"].contains($0) ? .zero : reader.read($0)
        }
    }
}
