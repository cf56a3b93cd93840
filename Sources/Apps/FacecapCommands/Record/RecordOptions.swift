// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap record` understands.
struct RecordOptions: CaptureOptions {
    @Option(
        .operand(
            "movie", .text("OUT", allowed: "the path of a file to write", completion: .files),
            isRequired: true,
            "The movie to write: an MP4, or a QuickTime movie where it ends in .mov; what ends in .m4a or .wav"
                + " has audio alone."))
    var path: String?
    let source = SourceOptions()
    @Option(SharedOptions.depth) var depth: String?
    let sound = RecordedAudioOptions()
    @Option(SharedOptions.duration) var duration: Duration?
    @Option(SharedOptions.preview) var preview: Preview.Kind?
    let orientation = OrientationOptions()
    @Option(SharedOptions.gravity) var gravity: VideoGravity
    let extent = ExtentOptions()
    @Option(.flag("json", "Write what live --json writes to standard output while recording."))
    var writesJSON: Bool
    @Option(
        .flag(
            "progress",
            "With --json, write an event progress for each second of the recording: its length, its bytes, and"
                + " those that the disk has left."))
    var tellsProgress: Bool
    let file = MovieFileOptions()
    let hiding = HidingOptions()
    @Option(
        .flag(
            "annotate",
            "Draw the faces into the recorded frames; --draw and --trails say what of them."))
    var drawsFaces: Bool
    let overlay = OverlayOptions()
    @Option(SharedOptions.faceKeys) var faceKeys: FaceTrackFormat.Keys
    @Option(
        .flag(
            "passthrough",
            "Copy the source's H.264, HEVC, AV1, AAC or Opus instead of encoding again."))
    var copiesSamples: Bool
    let video = VideoEncodingOptions()
    let audio = AudioEncodingOptions()
    let search = SearchOptions()
    let details = DetailOptions()
    let telling = TellingOptions()
    @Option(SharedOptions.statistics) var showsStatistics: Bool
    /// The names of the options that the user gave.
    let givenNames = OptionReader.givenNames

    static let command = Command(
        name: "record", abstract: "record a source into a movie that has its faces inside",
        discussion: [
            "While it records, it reads commands from standard input, one a line: pause, resume, split,"
                + " delete-last, still [FILE], marker TEXT, meta [TIME] KEY TYPE VALUE, camera [DEVICE],"
                + " rate FPS, zoom FACTOR [TIME], stop or q, cancel. Signals count too: Ctrl-C and SIGTERM stop"
                + " and finish the"
                + " movie, SIGUSR1 pauses and resumes, SIGUSR2 saves a still frame. A second Ctrl-C,"
                + " after a second, ends the program at once; the movie stays, and facecap recover"
                + " completes it. Only cancel removes it.",
            "split finishes the file and goes on with the next one, without a gap: OUT-002.mp4 follows OUT.mp4,"
                + " or with --split OUT-001.mp4. delete-last removes the last file that is done: in a pause the"
                + " one that the pause interrupts, else the one before the file that is being written. facecap"
                + " join makes one movie of what is left. Tables beside the movie (--sidecar) tell of all frames, those of"
                + " deleted files too.",
            "rate makes a camera give so many frames a second, or the nearest number that it has: from one frame to the next"
                + " where its driver lets it, else after a short interruption, as with camera.",
            "meta puts a value into the timed metadata of the movie, under a key such as org.example.heart-rate: for"
                + " this moment, or for as long as TIME says, such as 5s. TYPE is utf8, json, float32, float64, int8"
                + " to int64, uint8 to uint64, point (x,y), dimensions (width,height) or rect (x,y,width,height).",
            "zoom magnifies the middle of the frames by a factor from 1 to 16, as --zoom does from the beginning: at"
                + " once, or in so much time, such as zoom 2 1.5s.",
            "Of several sources each has a movie with its name: OUT-0.mp4, OUT-1.mp4. A command applies to"
                + " all of them. A source that fails ends its own movie; the others go on.",
            "A camera that stalls or is unplugged is waited for and opened again; the recording goes on"
                + " in the same file, with the gap noted in it. camera DEVICE goes on with another"
                + " live source, such as /dev/video2.",
            "Whenever the program or the machine dies, what was recorded until a second before plays;"
                + " facecap recover makes a plain movie of it.",
            "A file that ends in .m4a or .wav needs no camera and no detector: it has the audio of --audio, which"
                + " is the first microphone unless it or --source says otherwise.",
            "With --depth the distances are written beside the movie without loss, to OUT.depth.mkv: one"
                + " file from the start to the end, on the times of the session.",
        ],
        options: RecordOptions.self,
        examples: [
            Command.Example(
                line: "facecap record day.mp4 --split 10m --min-free 1GB",
                meaning: "The first camera, ten minutes a file, until the disk is nearly full."),
            Command.Example(
                line: "facecap record visit.mp4 --on-face --pre-roll 5s",
                meaning: "A file for each visit, from five seconds before it."),
            Command.Example(
                line: "facecap record out.mp4 --source video.mp4 --audio source --sidecar csv,vtt",
                meaning: "A video with its audio and its faces, and two tables beside it."),
            Command.Example(
                line: "facecap record shop.mp4 --redact pixelate",
                meaning: "No face gets onto the disk."),
            Command.Example(
                line: "facecap record study.mp4 --metadata-only --audio auto",
                meaning: "Where people looked and what they said, but no pixel of them."),
            Command.Example(
                line: "facecap record talk.m4a --audio auto",
                meaning: "The audio of the first microphone alone."),
            Command.Example(
                line: "facecap record out.mp4 --json > faces.jsonl",
                meaning: "The movie, and its faces as they are found."),
        ],
        usesNetwork: true
    ) { options, context throws(FacecapError) in
        if let audio = try AudioRecordSettings(options) {
            return try await AudioRun(settings: audio, context: context).run()
        }
        return try await RecordRun(settings: options.settings(), context: context).run()
    }
}
