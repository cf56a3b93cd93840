// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap analyze` understands.
struct AnalyzeOptions: OptionGroup {
    @Option(
        .operands(
            "video",
            .text("IN", allowed: "the path of a video file or folder", completion: .files),
            isRequired: true,
            "The video file to analyze. Several files, and the video files of folders, are"
                + " analyzed one after another. Folders in folders are not searched."))
    var inputs: [String]
    @Option(
        .option(
            "output", short: "o",
            .text("OUT", allowed: "the path of a movie to write", completion: .files),
            "Write a copy of the video with a face track. Frames are copied unchanged; audio too,"
                + " if a movie can hold it."
        ))
    var output: String?
    @Option(
        .option(
            "output-dir", .folder,
            "Write each copy and each sidecar to this folder, under the name of its video. Files"
                + " that already exist there are skipped, unless --force is given. Standard"
                + " output gets a row of CSV for each video."
        ))
    var outputFolder: String?
    @Option(
        .option(
            "jobs", .integer(in: 1...256),
            "Analyze this many segments of the videos in parallel, with the same results. After"
                + " an interruption, the same command resumes where it stopped."))
    var jobCount: Int?
    @Option(SharedOptions.sidecars) var sidecars: [[FaceExportFormat]]
    @Option(SharedOptions.report) var report: String?
    @Option(SharedOptions.force) var overwrites: Bool
    let details = DetailOptions()
    @Option(SharedOptions.faceKeys) var faceKeys: FaceTrackFormat.Keys
    let detection = DetectionOptions()
    let rhythm = RhythmOptions()
    let codes = CodeOptions()
    @Option(SharedOptions.region) var region: Rect?
    @Option(SharedOptions.allowPlaylist) var allowsPlaylists: Bool
    @Option(SharedOptions.insecure) var allowsUntrustedServers: Bool
    let sandbox = SandboxOptions()
    @Option(SharedOptions.noSmoothing) var leavesUnsmoothed: Bool
    @Option(SharedOptions.statistics) var showsStatistics: Bool

    static var rules: [OptionRule] {
        let movie: [OptionRule.Term] = ["output", "output-dir"]
        return [
            .of(["output-dir"], exclude: ["output"], "names one file"),
            .of(["face-keys"], need: movie, "says what the face track of a movie holds"),
            .of(
                ["landmarks"], need: movie + .landmarks("sidecar"),
                "adds points to movies and some tables"),
            .of(
                ["landmarks"], exclude: ["face-keys=apple"], unless: .landmarks("sidecar"),
                "writes no points"),
            .of(
                ["mesh-points", "codes"], need: movie + .option("sidecar", .jsonl),
                "adds to movies and JSON records"),
            .of(
                ["mesh-points", "codes"], exclude: ["face-keys=apple"],
                unless: .option("sidecar", .jsonl), "writes what iPhones write and nothing else"),
            .of(
                ["codes", "allow-playlist", "insecure", "stats"], exclude: ["jobs"],
                "looks at segments of files for faces alone"),
        ]
    }

    /// What the user's words mean; throws where they contradict each other.
    func settings() throws(FacecapError) -> AnalyzeSettings {
        var settings = AnalyzeSettings()
        settings.run.search = SearchSettings(detection, details)
        settings.run.search.apply(rhythm)
        settings.run.search.region = region ?? .unit
        settings.run.search.symbologies = codes.symbologies ?? []
        settings.run.search.smoothsFaces = !leavesUnsmoothed
        settings.run.stream = StreamSettings(details)
        settings.run.source.allowsPlaylists = allowsPlaylists
        settings.run.source.allowsUntrustedServers = allowsUntrustedServers
        settings.run.source.isolation = sandbox.isolation
        settings.run.showsStatistics = showsStatistics
        let locations = inputs.map { MediaLocation($0) }
        if jobCount != nil { for location in locations { try Self.checkIsFile(location) } }
        settings.inputs = locations.map(\.argument)
        settings.outputFolder = outputFolder
        settings.report = report
        settings.output = output
        try MovieName.check(settings.output ?? "")
        settings.sidecars = FaceExportFormat.eachOnce(of: sidecars)
        settings.run.search.faceKeys = faceKeys
        settings.faces = settings.run.faceTrack(keys: faceKeys)
        settings.overwrites = overwrites
        settings.jobCount = jobCount
        guard
            settings.output != nil || settings.outputFolder != nil || settings.report != nil
                || !settings.sidecars.isEmpty
        else {
            throw FacecapError(
                .invalidArgument,
                "There is nothing to write; give --output for a movie, --output-dir for a folder of them,"
                    + " --sidecar for tables, or --report for a page.")
        }
        return settings
    }

    private static func checkIsFile(_ location: MediaLocation) throws(FacecapError) {
        if case .file = location { return }
        throw FacecapError(
            .invalidArgument,
            "--jobs looks at segments of files, and \(location) is not a file; leave --jobs out.")
    }

    static let command = Command(
        name: "analyze",
        abstract: "detect the faces in videos and store them in a copy or in tables",
        discussion: [
            "Analyzes every frame of the video. With --output, it writes a copy with a face"
                + " track, which replaces any face track of the original; frames are not"
                + " re-encoded. With --sidecar, it writes the faces to separate files.",
            "The copy of an MP4 or QuickTime movie has all of its tracks. The copy of any other"
                + " video has its H.264, HEVC or AV1 video and its audio. Audio that is neither AAC nor"
                + " Opus is encoded as AAC.",
        ],
        options: AnalyzeOptions.self,
        examples: [
            Command.Example(
                line: "facecap analyze talk.mp4 -o talk-faces.mp4",
                meaning: "A copy of the video with a face track."),
            Command.Example(
                line: "facecap analyze talk.mkv --sidecar csv,vtt",
                meaning: "The faces in talk.csv and talk.vtt."),
            Command.Example(
                line: "facecap analyze recordings/ --output-dir analyzed > summary.csv",
                meaning: "All video files of a folder, and a table of what was found."),
            Command.Example(
                line:
                    "facecap analyze recordings/ --output-dir analyzed --jobs 4 --report faces.html",
                meaning: "The same, with four segments analyzed in parallel, and a page about"
                    + " all files."),
        ],
        usesNetwork: true
    ) { options, context throws(FacecapError) in
        var batch = AnalyzeBatch(try options.settings(), context: context)
        return try await batch.run()
    }
}
