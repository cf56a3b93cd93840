import Facecap

/// What `facecap photo` understands beside the options of `live`.
enum PhotoOptions {
    static let files: Parameter<[String]> = .operands(
        "photo", .text("FILE", allowed: "the path of a file", completion: .files),
        "The photo to write, a .jpg or .png; of several each has its number: FILE-001.jpg. With"
            + " --annotate, the images to which faces are added.")
    static let output: Parameter<String?> = .option(
        "output", short: "o",
        .text("OUT", allowed: "the path of a file to write", completion: .files),
        "With --annotate, write a copy there and leave the one FILE as it is.")
    static let count: Parameter<Int?> = .option(
        "count", short: "n", .integer(in: 1...1_000_000),
        "Take so many photos, one after the other; without it one, or with --interval as many as"
            + " come until it is stopped.")
    static let interval: Parameter<Duration?> = .option(
        "interval", .durationOrZero,
        "The time from one photo to the next, such as 2s; 0 takes every frame.")
    static let onFace = Parameter.flag(
        "on-face", "Wait for frames in which a face was observed.")
    static let best = Parameter.flag(
        "best",
        "Take the best frame of a while: with faces that are large, sharp, frontal, well lit and"
            + " still.")
    static let window: Parameter<Duration?> = .option(
        "window", .duration, "With --best, how long that while is; without it 2s.")
    static let livePhoto = Parameter.flag(
        "live-photo",
        "Also write a .mov beside it, a movie of three seconds around the photo, and put the same content"
            + " identifier into both.")
    static let delay: Parameter<Duration?> = .option(
        "delay", .duration,
        "Take the first photo so long after the first frame; without it at once, but of a camera's"
            + " --live-photo after 1.5s.")
    static let redact: Parameter<RedactionMethodName?> = .option(
        "redact", .choice,
        "Hide faces in the photo and its movie, as facecap redact does, and look for unsure ones too:"
            + " blur, pixelate, box or crop-out. Where they are still stands in the photo.")
    static let quality: Parameter<Double> = .option(
        "quality", .number(in: 0...100), default: 90,
        "Of a JPEG photo: 0 for the smallest file, 100 for the best frame.")
    static let json = Parameter.flag(
        "json", "Write one JSON record for each photo to standard output: its path and its faces.")
    static let annotate = Parameter.flag(
        "annotate",
        "Take no photo, but add the faces of each FILE, a JPEG or PNG, to it; its image and all its"
            + " other metadata stay as they are, byte for byte.")
    static let force = Parameter.flag(
        "force", short: "f",
        "Replace files that exist and, with --annotate, regions that are in the frame already.")

    static let command = Command(
        name: "photo", abstract: "take photos that have their faces inside",
        discussion: [
            "A photo is a frame in which faces were looked for, at the camera's full size and as it is"
                + " displayed. It holds its faces as XMP regions of the Metadata Working Group with"
                + " Apple's extensions, as iPhones write them and photo managers read them, and says in"
                + " Exif when and by what it was taken.",
            "How good a frame of each face a frame makes is its capture_quality, 0 to 1, which live"
                + " --json writes too.",
        ],
        parameters: [
            files.declaration, output.declaration, LiveOptions.source.declaration,
        ] + CameraOptions.declarations + [
            count.declaration, interval.declaration, onFace.declaration, best.declaration,
            window.declaration, delay.declaration, livePhoto.declaration, redact.declaration,
            annotate.declaration, json.declaration, quality.declaration, force.declaration,
            LiveOptions.duration.declaration, LiveOptions.mirror.declaration,
        ] + LiveOptions.detection + [
            LiveOptions.region.declaration, LiveOptions.realtime.declaration,
            LiveOptions.allowPlaylist.declaration,
            LiveOptions.landmarks.declaration, LiveOptions.meshPoints.declaration,
            LiveOptions.noSmoothing.declaration,
        ],
        examples: [
            Command.Example(
                line: "facecap photo me.jpg --on-face --best",
                meaning: "The best frame of the two seconds after somebody appears."),
            Command.Example(
                line: "facecap photo day.jpg --interval 1m",
                meaning: "day-001.jpg, day-002.jpg and so on, one a minute, until Ctrl-C."),
            Command.Example(
                line: "facecap photo --annotate holiday.jpg",
                meaning: "The same photo with its faces inside."),
            Command.Example(
                line: "facecap photo --annotate party/*.jpg",
                meaning: "All these photos, each with its faces inside."),
        ]
    ) { invocation, context throws(FacecapError) in
        if invocation[annotate] {
            return try AnnotationRun(
                settings: try PhotoAnnotationSettings(invocation), context: context
            ).run()
        }
        return try await PhotoRun(settings: PhotoCommand.settings(invocation), context: context)
            .run()
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
