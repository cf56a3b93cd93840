// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap live` understands.
struct LiveOptions: CaptureOptions {
    let source = SourceOptions()
    @Option(SharedOptions.depth) var depth: String?
    @Option(.flag("json", "Write one JSON record per line instead of a table.")) var writesJSON:
        Bool
    @Option(SharedOptions.duration) var duration: Duration?
    let search = SearchOptions()
    @Option(SharedOptions.preview) var preview: Preview.Kind?
    let orientation = OrientationOptions()
    @Option(
        .option(
            "screen", .pixels,
            "Write boxes in pixels of a screen of this size instead of fractions of the frame."))
    var screen: Size?
    @Option(SharedOptions.gravity) var gravity: VideoGravity
    let details = DetailOptions()
    @Option(
        .flag(
            "truth",
            "Also write the exact ground truth of each frame, with --json, if the source is"
                + " synthetic."
        ))
    var includesTruth: Bool
    let telling = TellingOptions()
    let serving = ServeOptions()
    let annotation = AnnotationOptions()
    @Option(SharedOptions.statistics) var showsStatistics: Bool

    static var rules: [OptionRule] {
        [
            .of(
                ["gravity"], need: ["preview", "screen"],
                "says how frames fill the preview or a screen"),
            .of(
                ["landmarks", "mesh-points"], need: ["json", "serve"], "adds points to records"),
            .of(["no-clock"], need: ["json", "serve"], "leaves times out of records"),
            .of(["truth"], need: ["json"], "adds to records what was drawn"),
            .of(["relink"], need: ["json"], "adds events to records"),
        ]
    }

    /// What the user's words mean; throws where they contradict each other.
    func settings() throws(FacecapError) -> LiveSettings {
        var run = try runSettings()
        run.stream.writesJSON = writesJSON
        run.stream.includesTruth = includesTruth
        run.display.screen = screen
        if includesTruth { try Self.checkTruth(of: run.source) }
        let serving = try serving.request()
        return LiveSettings(
            run: run, annotation: try annotation.settings(of: run), serving: serving)
    }

    /// Throws where no faces are drawn, or the time of a frame does not tell which one it is.
    private static func checkTruth(of source: SourceSettings) throws(FacecapError) {
        let scenes = source.drawnScenes
        guard !scenes.isEmpty else {
            throw FacecapError(
                .invalidArgument,
                "--truth writes where synthetic faces are; give --source synthetic too.")
        }
        // The session of several live sources begins with the first frame of any of them.
        guard scenes.contains(where: \.isRealTime) else { return }
        guard source.depth == nil else {
            throw FacecapError(
                .invalidArgument,
                "The times of frames count from the first one of either camera with --depth, so that --truth "
                    + "is not known; leave --depth out.")
        }
        guard source.sources.count == 1 else {
            throw FacecapError(
                .invalidArgument,
                "Beside other sources, --truth needs synthetic ones that are not paced; add pace=fast "
                    + "to them, or give one --source.")
        }
    }

    static let command = Command(
        name: "live", abstract: "detect the faces of a source and write them for every frame",
        discussion: [
            "Writes a table, which is refreshed on a terminal. With --json, writes one JSON record"
                + " per line: the session, a record for every frame, events, and the end. Ctrl-C"
                + " and SIGTERM end the run cleanly with the end record. Another signal after more"
                + " than a second ends it immediately.",
            "The synthetic camera takes settings after a colon:"
                + " synthetic:faces=2,size=1280x720,fps=30,seed=7,motion=mixed. Motions: "
                + SyntheticCamera.Motion.allCases.map(\.rawValue).joined(separator: ", ")
                + ". Other settings: frames=N ends after N frames, pace=fast draws as fast as"
                + " possible, people=random lets the seed choose the people, noise=N and"
                + " blur=N simulate a poor camera, light=EV simulates a darker or brighter"
                + " room.",
            "With --zoom, live reads commands from standard input, one per line. zoom FACTOR"
                + " [TIME] changes the zoom factor, immediately or gradually over TIME, such as"
                + " zoom 2 1.5s. stop (q) ends the run.",
            "The source screen captures the X11 screen of DISPLAY; screen::1 captures that of X"
                + " server :1. Settings select a part of the screen and a frame rate:"
                + " screen:crop=100,50,640x480,fps=15.",
        ],
        options: LiveOptions.self,
        examples: [
            Command.Example(
                line: "facecap live --json --duration 10s",
                meaning: "Ten seconds of the first camera."),
            Command.Example(
                line: "facecap live --json --no-clock --source video.mp4 > faces.jsonl",
                meaning: "Every frame of a video, as fast as it can be read."),
            Command.Example(
                line: "facecap live --screen 1920x1080 --gravity resizeAspectFill --mirror",
                meaning: "The positions of faces on a full screen that shows the mirrored"
                    + " camera."),
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
