// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap record` understands.
struct RecordOptions: CaptureOptions {
    @Option(
        .operand(
            "movie", .text("OUT", allowed: "the path of a file to write", completion: .files),
            isRequired: true,
            "The movie to write: MP4, or QuickTime if the name ends in .mov. A name that ends in"
                + " .m4a or .wav records only audio."))
    var path: String?
    let source = SourceOptions()
    @Option(SharedOptions.depth) var depth: String?
    let sound = RecordedAudioOptions()
    @Option(SharedOptions.duration) var duration: Duration?
    @Option(SharedOptions.preview) var preview: Preview.Kind?
    let orientation = OrientationOptions()
    @Option(SharedOptions.gravity) var gravity: VideoGravity
    let extent = ExtentOptions()
    @Option(
        .flag(
            "json",
            "While recording, write the JSON records of live --json to standard"
                + " output."))
    var writesJSON: Bool
    @Option(
        .flag(
            "progress",
            "With --json, write a progress event for each second of the recording: its length,"
                + " its size in bytes and the free bytes of the disk."))
    var tellsProgress: Bool
    let file = MovieFileOptions()
    let hiding = HidingOptions()
    @Option(
        .flag(
            "annotate",
            "Draw the faces onto the recorded frames. --draw and --trails choose what to draw."))
    var drawsFaces: Bool
    let overlay = OverlayOptions()
    @Option(SharedOptions.faceKeys) var faceKeys: FaceTrackFormat.Keys
    @Option(
        .flag(
            "passthrough",
            "Copy the source's H.264, HEVC, AV1, AAC or Opus instead of re-encoding it."))
    var copiesSamples: Bool
    let video = VideoEncodingOptions()
    let audio = AudioEncodingOptions()
    let search = SearchOptions()
    let details = DetailOptions()
    let telling = TellingOptions()
    @Option(SharedOptions.statistics) var showsStatistics: Bool
    static var rules: [OptionRule] {
        let encoding = [OptionRule.Term].all(of: VideoEncodingOptions.self)
        return [
            .of(["gravity"], need: ["preview"], "says how frames fill the preview"),
            .of(["progress"], need: ["json"], "writes events to standard output"),
            .of(.all(of: OverlayOptions.self), need: ["annotate"], "says how faces are drawn"),
            .of(
                ["redact", "annotate", "passthrough"] + encoding, exclude: ["metadata-only"],
                "records no frame"),
            .of(
                ["redact", "annotate", "zoom"] + encoding, exclude: ["passthrough"],
                "copies frames as they are"),
            .of(
                ["landmarks"], exclude: ["face-keys=apple"],
                unless: ["json"] + .landmarks("sidecar"), "writes no points"),
            .of(
                ["mesh-points"], exclude: ["face-keys=apple"],
                unless: ["json"] + .option("sidecar", .jsonl), "writes no points"),
            .of(
                ["codes"], exclude: ["face-keys=apple"],
                unless: ["json", "preview"] + .option("sidecar", .jsonl), "writes no codes"),
            .of(
                ["relink"], exclude: ["face-keys=apple"],
                unless: ["json"] + .option("sidecar", .jsonl), "writes no events"),
        ]
    }

    /// The names of the options that the user gave.
    let givenNames = OptionReader.givenNames

    static let command = Command(
        name: "record", abstract: "record a source to a movie that includes its faces",
        discussion: [
            "While recording, record reads commands from standard input, one per line: pause,"
                + " resume, split, delete-last, still [FILE], marker TEXT, meta [TIME] KEY TYPE"
                + " VALUE, camera [DEVICE], rate FPS, zoom FACTOR [TIME], stop or q, cancel."
                + " Signals work too: Ctrl-C and SIGTERM stop the recording and finish the"
                + " movie, SIGUSR1 pauses and resumes, SIGUSR2 saves a still frame. Another"
                + " Ctrl-C after more than a second ends the program immediately. The movie"
                + " stays, and facecap recover completes it. cancel deletes the file that is"
                + " being written.",
            "split finishes the current file and continues in the next one, without a gap:"
                + " OUT-002.mp4 follows OUT.mp4, or with --split OUT-001.mp4. delete-last"
                + " deletes the last finished file. During a pause, that is the file that the"
                + " pause interrupted; otherwise, it is the file before the one being written."
                + " facecap join combines the remaining files into one movie. Tables beside the"
                + " movie (--sidecar) contain all frames, including those of deleted files.",
            "rate changes the camera's frame rate to FPS, or to the nearest rate that it"
                + " supports. The change applies from one frame to the next if the driver allows"
                + " it, otherwise after a short interruption, as with camera.",
            "meta adds a value to the timed metadata of the movie, under a key such as"
                + " org.example.heart-rate. The value applies to this moment, or for the"
                + " duration TIME, such as 5s. TYPE is utf8, json, float32, float64, int8 to"
                + " int64, uint8 to uint64, point (x,y), dimensions (width,height) or rect"
                + " (x,y,width,height).",
            "zoom magnifies the middle of the frames by a factor from 1 to 16, immediately or"
                + " gradually over TIME, such as zoom 2 1.5s. --zoom sets the factor at the"
                + " start.",
            "With several sources, each source has its own movie: OUT-0.mp4, OUT-1.mp4. A"
                + " command applies to all of them. If a source fails, only its movie ends; the"
                + " others continue.",
            "If a camera stalls or is unplugged, record waits for it and opens it again. The"
                + " recording continues in the same file, which notes the gap. camera DEVICE"
                + " continues with another live source, such as /dev/video2.",
            "If the program or the machine stops unexpectedly, the movie plays up to one second"
                + " before that. facecap recover turns it into a plain movie.",
            "If OUT ends in .m4a or .wav, only audio is recorded, without a camera or a"
                + " detector. The audio comes from the first microphone, unless --audio or"
                + " --source names another source.",
            "With --depth, depth images are written without loss to OUT.depth.mkv beside the"
                + " movie: one file for the whole recording, with the time stamps of the"
                + " session.",
        ],
        options: RecordOptions.self,
        examples: [
            Command.Example(
                line: "facecap record day.mp4 --split 10m --min-free 1GB",
                meaning: "The first camera, ten minutes a file, until the disk is nearly full."),
            Command.Example(
                line: "facecap record visit.mp4 --on-face --pre-roll 5s",
                meaning: "A file for each visit, starting five seconds before the face appears."),
            Command.Example(
                line: "facecap record out.mp4 --source video.mp4 --audio source --sidecar csv,vtt",
                meaning: "A video with its audio and its faces, and two tables beside it."),
            Command.Example(
                line: "facecap record shop.mp4 --redact pixelate",
                meaning: "Faces are hidden before anything is written to the disk."),
            Command.Example(
                line: "facecap record study.mp4 --metadata-only --audio auto",
                meaning: "Face metadata and audio, without any frames."),
            Command.Example(
                line: "facecap record talk.m4a --audio auto",
                meaning: "The audio of the first microphone alone."),
            Command.Example(
                line: "facecap record out.mp4 --json > faces.jsonl",
                meaning: "The movie, and the records of its faces as they are detected."),
        ],
        usesNetwork: true
    ) { options, context throws(FacecapError) in
        if let audio = try AudioRecordSettings(options) {
            return try await AudioRun(settings: audio, context: context).run()
        }
        return try await RecordRun(settings: options.settings(), context: context).run()
    }
}
