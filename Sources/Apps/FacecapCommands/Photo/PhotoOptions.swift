// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap photo` understands.
struct PhotoOptions: OptionGroup {
    @Option(
        .operands(
            "photo", .text("FILE", allowed: "the path of a file", completion: .files),
            "The photo to write: .jpg, .png or .heic. Several photos are numbered: FILE-001.jpg."
                + " With --annotate, the images to add faces to."))
    var files: [String]
    @Option(
        .option(
            "output", short: "o",
            .text("OUT", allowed: "the path of a file to write", completion: .files),
            "With --annotate, write a copy to OUT and leave the single FILE unchanged."))
    var output: String?
    @Option(
        .options(
            "name", .faceName,
            "With --annotate, name the face with this id, such as 1=Ada. The records of --json"
                + " and inspect show the ids."))
    var names: [FaceName]
    let source = SourceOptions()
    @Option(
        .option(
            "audio", .audio,
            "With --live-photo, its movie has audio: auto is the first microphone, source the source's own audio,"
                + " anything else an ALSA device such as hw:0,0 or default."))
    var audio: AudioSelection?
    let shot = ShotOptions()
    @Option(SharedOptions.depth) var depth: String?
    @Option(SharedOptions.duration) var duration: Duration?
    let orientation = OrientationOptions()
    let detection = DetectionOptions()
    let reading = ReadingOptions()
    let details = DetailOptions()
    @Option(SharedOptions.noSmoothing) var leavesUnsmoothed: Bool
    static var rules: [OptionRule] {
        [
            .of(["output"], need: ["annotate"], "is where --annotate writes a copy"),
            .of(["name"], need: ["annotate"], "says who is in a photo that is there"),
            .of(["audio"], need: ["live-photo"], "is that of the movie of a live photo"),
            .of(["landmarks", "mesh-points"], need: ["json"], "adds points to records"),
            .of(["redact"], exclude: ["region"], "would leave faces elsewhere uncovered"),
            .of(["redact"], exclude: ["depth"], "would write distances that show faces"),
        ]
    }

    /// The names of the options that the user gave.
    let givenNames = OptionReader.givenNames

    static let command = Command(
        name: "photo", abstract: "take photos that include their faces as metadata",
        discussion: [
            "A photo is an analyzed frame as displayed, at the camera's full size. It stores its"
                + " faces as XMP regions of the Metadata Working Group with Apple's extensions,"
                + " which iPhones write and photo managers read. Its Exif metadata records the"
                + " time and the device.",
            "Each face of a captured photo has a capture_quality from 0 to 1, which rates how well the frame shows"
                + " it. live --json writes it too.",
        ],
        options: PhotoOptions.self,
        examples: [
            Command.Example(
                line: "facecap photo me.jpg --on-face --best",
                meaning: "The best frame of the two seconds after somebody appears."),
            Command.Example(
                line: "facecap photo day.jpg --interval 1m",
                meaning: "day-001.jpg, day-002.jpg and so on, one a minute, until Ctrl-C."),
            Command.Example(
                line: "facecap photo window.jpg --bracket -2,0,2",
                meaning:
                    "Three photos: one darker than the camera's own exposure, one with it, one"
                    + " brighter."),
            Command.Example(
                line: "facecap photo --annotate holiday.jpg",
                meaning: "Adds the faces to an existing photo."),
            Command.Example(
                line: "facecap photo --annotate party/*.jpg",
                meaning: "Adds the faces to each of these photos."),
        ],
        usesNetwork: true
    ) { options, context throws(FacecapError) in
        if options.shot.annotates {
            return try AnnotationRun(
                settings: try PhotoAnnotationSettings(options), context: context
            ).run()
        }
        return try await PhotoRun(settings: options.settings(), context: context).run()
    }
}
