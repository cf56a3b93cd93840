import Facecap

/// What `facecap live` understands.
enum LiveOptions {
    static let source: Parameter<[String]> = .options(
        "source", short: "s",
        .text(
            "SOURCE", allowed: "auto, a camera, screen, synthetic, a file, an address or -",
            completion: .files),
        default: ["auto"],
        "Where the frames come from: auto (the first camera),"
            + " a camera such as /dev/video0, screen, synthetic (drawn heads), the path or address of a"
            + " video or image, or - for one that is piped in. Given more than once, all are"
            + " captured together and called 0, 1 and so on, or by a name in front such as"
            + " left=/dev/video0.")
    static let depth: Parameter<String?> = .option(
        "depth", .text("DEVICE", allowed: "a camera, such as /dev/video4", completion: .files),
        "A depth camera (Z16) that sees what the source sees, such as /dev/video4: faces get their"
            + " distance in metres.")
    static let json = Parameter.flag(
        "json", "Write one JSON record a line instead of a table.")
    static let duration: Parameter<Duration?> = .option(
        "duration", .duration, "Stop after this much of the source's time, such as 10s or 1m30s.")
    static let detector: Parameter<DetectorSelection.Name> = .option(
        "detector", .choice, default: .automatic,
        "What finds the faces: yunet and centerface need a model file, and centerface takes longer;"
            + " haar needs none and finds fewer; auto is the first of them whose model is found.")
    static let model: Parameter<String?> = .option(
        "model", .text("NAME", allowed: "a name that facecap models list shows"),
        "The detector's model, as facecap models list shows it; without it the default one.")
    static let modelFolder: Parameter<String?> = .option(
        "model-dir", .folder, "The folder in which models are looked for first.")
    static let mesh: Parameter<DetectorSelection.MeshUse> = .option(
        "mesh", .choice, default: .automatic,
        "Look at found faces again with the face mesh, for angles, eyes and mouth: auto does where its"
            + " model is found (facecap models fetch), on needs it, off never does.")
    static let meshPoints = Parameter.flag(
        "mesh-points", "Also write the 468 points of each face's mesh, with --json and in movies.")
    static let inputSize: Parameter<Int?> = .option(
        "input-size", .integer(in: 32...2048, multipleOf: 32),
        "Look once, at an image whose longer side has so many pixels, a multiple of 32, whatever the"
            + " size of the source; without it faces are looked for at two scales.")
    static let smallestFace: Parameter<Int?> = .option(
        "smallest-face", .integer("PIXELS", in: 8...4096),
        "The height in pixels of the source of the smallest faces to be found: smaller ones take longer."
            + " Nothing beside --input-size.")
    static let score: Parameter<Double?> = .option(
        "score", .number(in: 0...1), "The least confidence of a face, from 0 to 1.")
    static let threads: Parameter<Int?> = .option(
        "threads", .integer(in: 1...64),
        "Threads of the detector; the result is the same with any number.")
    static let detectEvery: Parameter<Int> = .option(
        "detect-every", .integer(in: 1...1000), default: 1,
        "Look for faces in every Nth frame only; in between they are predicted.")
    static let scanEvery: Parameter<ScanInterval> = .option(
        "scan-every", .scanInterval, default: .automatic,
        "Look at all of every Nth frame only; in between known faces are followed, at less cost. auto"
            + " looks at all of every frame of a file, and of a camera as often as can be.")
    static let maxLatency: Parameter<Duration?> = .option(
        "max-latency", .duration,
        "Look at less of a live source when it takes longer than this from capture to faces, such as"
            + " 50ms.")
    static let maxCPU: Parameter<Double?> = .option(
        "max-cpu", .percent,
        "Look at less of a live source when the program takes more than this of one core, such as 50%."
    )
    static let region: Parameter<Rect?> = .option(
        "region", .region,
        "Look for faces in this part of the displayed frame only, in shares of its size, such as"
            + " 0.25,0.25,0.5,0.5.")
    static let allowPlaylist = Parameter.flag(
        "allow-playlist",
        "Let a file be a playlist (HLS, DASH), which is refused otherwise: it names other files, and all"
            + " that this user may read can be named.")
    static let realtime = Parameter.flag(
        "realtime", "Read a file at its own pace and skip late frames, as with a camera.")
    static let mirror = Parameter.flag("mirror", "Exchange left and right, as in a mirror.")
    static let preview: Parameter<Preview.Kind?> = .option(
        "preview", .choice, implied: .window,
        "Show the frames with their faces: in a window, or in the terminal. h shows the keys.")
    static let screen: Parameter<Size?> = .option(
        "screen", .pixels,
        "Write boxes in pixels of a screen of this size instead of shares of the frame.")
    static let gravity: Parameter<VideoGravity> = .option(
        "gravity", .choice, default: .resizeAspect,
        "How the frame fills the screen, or the preview: stretched, with bars, or cut off.")
    static let landmarks = Parameter.flag(
        "landmarks", "Also write the five points of each face, with --json.")
    static let truth = Parameter.flag(
        "truth",
        "Also write the exact truth of each frame, with --json, where the source is synthetic.")
    static let noSmoothing = Parameter.flag(
        "no-smoothing", "Write boxes and angles as they were measured.")
    static let relink = Parameter.flag(
        "relink",
        "Also tell when somebody who was lost is back under another id: clothes and hair are remembered"
            + " for a minute, in memory alone.")
    static let noClock = Parameter.flag(
        "no-clock",
        "Leave out clock times and latencies, and when a movie was recorded, so that equal runs give"
            + " equal bytes.")
    static let stats = Parameter.flag(
        "stats", "Say at the end, on standard error, how fast it was.")

    static let serve: Parameter<FaceServer.Address?> = .option(
        "serve", .serverAddress,
        "Show frames and faces to browsers at this address, such as :8080, or :0 for any free port;"
            + " to this machine only unless an address is given, and then to those who know a token."
    )
    static let serveToken: Parameter<FaceServer.AccessToken?> = .option(
        "serve-token", .accessToken,
        "The token that --serve asks for, in place of a random one; clients give it as ?token= or as"
            + " Authorization: Bearer. Every user of this machine can see it here; see"
            + " --serve-token-file.")
    static let serveTokenFile: Parameter<String?> = .option(
        "serve-token-file",
        .text("FILE", allowed: "the path of a file that holds the token", completion: .files),
        "Read the token that --serve asks for from a file, so that other users do not see it;"
            + " FACECAP_SERVE_TOKEN is another place for it.")

    /// Which detector is used, and how.
    static let detection = [
        detector.declaration, model.declaration, modelFolder.declaration, mesh.declaration,
        inputSize.declaration, smallestFace.declaration, score.declaration, threads.declaration,
    ]

    static let command = Command(
        name: "live", abstract: "write the faces of a source, frame by frame",
        discussion: [
            "Writes a table that refreshes or, with --json, one JSON record a line: the session,"
                + " one record for every frame, events, the end. Ctrl-C and SIGTERM end it cleanly with"
                + " the end record; one after a second ends it at once.",
            "The synthetic camera takes settings after a colon:"
                + " synthetic:faces=2,size=1280x720,fps=30,seed=7,motion=mixed. Motions: "
                + SyntheticCamera.Motion.allCases.map(\.rawValue).joined(separator: ", ")
                + ". Also: frames=N to end after N frames, pace=fast to draw as fast as it goes,"
                + " people=random for people whom the seed chooses, noise=N and blur=N for a poor"
                + " camera.",
            "screen is the X11 screen of DISPLAY; screen::1 is another one. A part of it and a pace:"
                + " screen:crop=100,50,640x480,fps=15.",
        ],
        parameters: [
            source.declaration
        ] + CameraOptions.declarations + [
            depth.declaration, json.declaration, duration.declaration,
        ] + detection + [
            detectEvery.declaration, scanEvery.declaration, maxLatency.declaration,
            maxCPU.declaration, region.declaration, realtime.declaration,
            allowPlaylist.declaration, preview.declaration,
            mirror.declaration, screen.declaration,
            gravity.declaration,
            landmarks.declaration, meshPoints.declaration, truth.declaration,
            noSmoothing.declaration, relink.declaration, noClock.declaration,
            serve.declaration, serveToken.declaration, serveTokenFile.declaration,
        ] + AnnotationOptions.declarations + [stats.declaration],
        examples: [
            Command.Example(
                line: "facecap live --json --duration 10s",
                meaning: "Ten seconds of the first camera."),
            Command.Example(
                line: "facecap live --json --no-clock --source video.mp4 > faces.jsonl",
                meaning: "All of a video, as fast as it goes."),
            Command.Example(
                line: "facecap live --screen 1920x1080 --gravity resizeAspectFill --mirror",
                meaning: "Where the faces are on a full screen that shows the mirrored camera."),
            Command.Example(
                line: "facecap live --annotate - | ffplay -f yuv4mpegpipe -",
                meaning: "The first camera's frames with their faces, in another program."),
            Command.Example(
                line: "facecap live --json --source synthetic:faces=2 | head -3",
                meaning: "The first records of two drawn faces."),
        ]
    ) { invocation, context throws(FacecapError) in
        var settings = try LiveCommand.settings(invocation)
        settings.serving = try LiveCommand.serving(invocation)
        settings.annotation = try AnnotationOptions.settings(invocation, of: settings)
        return try await LiveRun(settings: settings, context: context).run()
    }
}
