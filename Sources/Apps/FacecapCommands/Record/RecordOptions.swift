import Facecap

/// What `facecap record` understands beside the options of `live`.
enum RecordOptions {
    static let movie: Parameter<String?> = .operand(
        "movie", .text("OUT", allowed: "the path of a file to write", completion: .files),
        isRequired: true,
        "The movie to write: an MP4, or a QuickTime movie where it ends in .mov; what ends in .m4a or .wav"
            + " has audio alone.")
    static let json = Parameter.flag(
        "json", "Write what live --json writes to standard output while recording.")
    static let audio: Parameter<String?> = .option(
        "audio", .text("DEVICE", allowed: "auto, source, or a device of ALSA such as hw:0,0"),
        "Record audio too: auto is the first microphone, source the source's own audio, anything"
            + " else a device of ALSA such as hw:0,0 or default.")
    static let monitor: Parameter<String?> = .option(
        "monitor", .text("DEVICE", allowed: "default, or a device of ALSA such as hw:0,0"),
        "Let the recorded audio be heard on a device of ALSA; default is the default one.")
    static let mirror = Parameter.flag(
        "mirror", "Show the preview as in a mirror; the movie stays as it is.")
    static let passthrough = Parameter.flag(
        "passthrough", "Copy the source's H.264, HEVC, AAC or Opus instead of encoding again.")
    static let redact: Parameter<RedactionMethodName?> = .option(
        "redact", .choice,
        "Hide faces before frames are recorded, as facecap redact does, and look for unsure ones too:"
            + " all is recorded a second later.")
    static let metadataOnly = Parameter.flag(
        "metadata-only", "Record the faces, and audio where --audio is given, but no frames.")
    static let videoCodec: Parameter<String> = .option(
        "video-codec",
        .text("NAME", allowed: "an encoder that facecap doctor lists, such as libx264"),
        default: "libx264", "The encoder of the frames, by libavcodec's name.")
    static let bitRate: Parameter<Int64?> = .option(
        "bit-rate", .bitRate, "Bits a second of the frames; without it the quality decides.")
    static let quality: Parameter<Double?> = .option(
        "quality", .number(in: 0...51),
        "The encoder's constant quality, 0 to 51: lower is better and larger.")
    static let keyFrameInterval: Parameter<Duration> = .option(
        "key-frame-interval", .duration, default: .seconds(2),
        "The longest time between frames at which decoding can begin.")
    static let profile: Parameter<String?> = .option(
        "profile", .text("NAME", allowed: "a profile of the encoder, such as main"),
        "The encoder's profile.")
    static let preset: Parameter<String?> = .option(
        "preset", .text("NAME", allowed: "a preset of the encoder, such as veryfast"),
        "The encoder's compromise of speed and size.")
    static let audioCodec: Parameter<String?> = .option(
        "audio-codec", .text("NAME", allowed: "aac, libopus, pcm_s16le or pcm_f32le"),
        "The encoder of the audio, by libavcodec's name: aac, or libopus; in a WAV file pcm_s16le, or"
            + " pcm_f32le.")
    static let audioBitRate: Parameter<Int64?> = .option(
        "audio-bit-rate", .bitRate, "Bits a second of the audio.")
    static let maximumSize: Parameter<Int64?> = .option(
        "max-size", .byteCount, "Stop before the recording is larger than this, such as 2GB.")
    static let minimumFree: Parameter<Int64?> = .option(
        "min-free", .byteCount, "Stop when the disk has less room left than this.")
    static let split: Parameter<CaptureMovieFileOutput.Settings.Split?> = .option(
        "split", .split,
        "Begin the next file, without a gap, after this much time or before it gets larger than"
            + " this: 5min, 500MB. The files are called OUT-001.mp4 and so on.")
    static let onFace = Parameter.flag(
        "on-face", "Record only while faces are there, each time into another file.")
    static let preRoll: Parameter<Duration?> = .option(
        "pre-roll", .duration, "With --on-face, begin so long before a face appears.")
    static let postRoll: Parameter<Duration> = .option(
        "post-roll", .duration, default: .seconds(5),
        "With --on-face, end so long after the last face.")
    static let sidecars: Parameter<[[FaceExportFormat]]> = .options(
        "sidecar", .formats, "Also write the faces beside the movie, in these formats.")
    static let markers: Parameter<[String]> = .options(
        "marker", .text("TEXT", allowed: "any text"),
        "Put a text at the beginning of the movie's marker track.")
    static let metadata: Parameter<[MovieMetadataItem]> = .options(
        "metadata", .metadataItem,
        "Describe the movie with a text under a key, such as org.example.subject=P07.")
    static let faceKeys: Parameter<FaceTrackFormat.Keys> = .option(
        "face-keys", .choice, default: .facecap,
        "What the face track holds: apple is what iPhones write, facecap has confidence, pitch and"
            + " more beside it.")
    static let fragmentInterval: Parameter<Duration> = .option(
        "fragment-interval", .duration, default: .seconds(1),
        "At most so much is lost when the machine or the program dies.")
    static let fastStart = Parameter.flag(
        "fast-start", "In the end, rewrite the file so that players can start before they have all."
    )
    static let force = Parameter.flag("force", short: "f", "Replace files that exist.")

    static let command = Command(
        name: "record", abstract: "record a source into a movie that has its faces inside",
        discussion: [
            "While it records, a line on standard input is obeyed: pause, resume, still [FILE],"
                + " marker TEXT, camera DEVICE, stop or q, cancel. So are signals: Ctrl-C and SIGTERM stop and finish the"
                + " movie, SIGUSR1 pauses and resumes, SIGUSR2 saves a still frame. A second Ctrl-C,"
                + " after a second, ends the program at once; the movie stays, and facecap recover"
                + " completes it. Only cancel removes it.",
            "Of several sources each has a movie with its name: OUT-0.mp4, OUT-1.mp4. What is requested is"
                + " done to all. A source that fails ends its own movie; the others go on.",
            "A camera that stalls or is unplugged is waited for and opened again; the recording goes on"
                + " in the same file, with the gap noted in it. camera DEVICE goes on with another"
                + " live source, such as /dev/video2.",
            "Whenever the program or the machine dies, what was recorded until a second before plays;"
                + " facecap recover makes a plain movie of it.",
            "What ends in .m4a or .wav needs no camera and no detector: it has the audio of --audio, which"
                + " is the first microphone unless it or --source says otherwise.",
            "With --depth the distances are written beside the movie without loss, to OUT.depth.mkv: one"
                + " file from the start to the end, on the times of the session.",
        ],
        parameters: [
            movie.declaration, LiveOptions.source.declaration,
        ] + CameraOptions.declarations + [
            LiveOptions.depth.declaration, audio.declaration, monitor.declaration,
            LiveOptions.duration.declaration, LiveOptions.preview.declaration,
            mirror.declaration, LiveOptions.gravity.declaration, maximumSize.declaration,
            minimumFree.declaration, split.declaration, onFace.declaration, preRoll.declaration,
            postRoll.declaration,
            json.declaration, sidecars.declaration, markers.declaration, metadata.declaration,
            force.declaration, fastStart.declaration, fragmentInterval.declaration,
            redact.declaration, metadataOnly.declaration,
            faceKeys.declaration, passthrough.declaration, videoCodec.declaration,
            bitRate.declaration, quality.declaration, keyFrameInterval.declaration,
            profile.declaration, preset.declaration, audioCodec.declaration,
            audioBitRate.declaration,
        ] + LiveOptions.detection + [
            LiveOptions.detectEvery.declaration, LiveOptions.scanEvery.declaration,
            LiveOptions.maxLatency.declaration, LiveOptions.maxCPU.declaration,
            LiveOptions.region.declaration, LiveOptions.realtime.declaration,
            LiveOptions.allowPlaylist.declaration,
            LiveOptions.landmarks.declaration, LiveOptions.meshPoints.declaration,
            LiveOptions.noSmoothing.declaration, LiveOptions.relink.declaration,
            LiveOptions.noClock.declaration,
            LiveOptions.stats.declaration,
        ],
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
        ]
    ) { invocation, context throws(FacecapError) in
        if let audio = try AudioRecordSettings(invocation) {
            return try await AudioRun(settings: audio, context: context).run()
        }
        return try await RecordRun(settings: RecordCommand.settings(invocation), context: context)
            .run()
    }
}
