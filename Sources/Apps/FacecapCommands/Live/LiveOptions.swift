// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap live` understands.
struct LiveOptions: CaptureOptions {
    let source = SourceOptions()
    @Option(SharedOptions.depth) var depth: String?
    @Option(.flag("json", "Write one JSON record a line instead of a table.")) var writesJSON: Bool
    @Option(SharedOptions.duration) var duration: Duration?
    let search = SearchOptions()
    @Option(SharedOptions.preview) var preview: Preview.Kind?
    let orientation = OrientationOptions()
    @Option(
        .option(
            "screen", .pixels,
            "Write boxes in pixels of a screen of this size instead of shares of the frame."))
    var screen: Size?
    @Option(SharedOptions.gravity) var gravity: VideoGravity
    let details = DetailOptions()
    @Option(
        .flag(
            "truth",
            "Also write the exact truth of each frame, with --json, where the source is synthetic."
        ))
    var includesTruth: Bool
    let telling = TellingOptions()
    let serving = ServeOptions()
    let annotation = AnnotationOptions()
    @Option(SharedOptions.statistics) var showsStatistics: Bool

    /// What the user's words mean; throws where they contradict each other.
    func settings() throws(FacecapError) -> LiveSettings {
        var run = try runSettings()
        run.stream.writesJSON = writesJSON
        run.stream.includesTruth = includesTruth
        run.display.screen = screen
        let serving = try serving.request()
        return LiveSettings(
            run: run, annotation: try annotation.settings(of: run), serving: serving)
    }

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
                + " camera, light=EV for a darker or brighter room.",
            "With --zoom it reads lines from standard input: zoom FACTOR [TIME] magnifies the middle of the frames by"
                + " another factor, at once or in so much time, such as zoom 2 1.5s, and q ends it.",
            "screen is the X11 screen of DISPLAY; screen::1 is another one. A part of it and a pace:"
                + " screen:crop=100,50,640x480,fps=15.",
        ],
        options: LiveOptions.self,
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
        ],
        usesNetwork: true
    ) { options, context throws(FacecapError) in
        try await LiveRun(settings: options.settings(), context: context).run()
    }
}
