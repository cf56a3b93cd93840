// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap analyze` understands.
struct AnalyzeOptions: OptionGroup {
    @Option(
        .operands(
            "video",
            .text("IN", allowed: "the path of a video file or folder", completion: .files),
            isRequired: true,
            "The video file to look at; of several, and of folders, one after the other."))
    var inputs: [String]
    @Option(
        .option(
            "output", short: "o",
            .text("OUT", allowed: "the path of a movie to write", completion: .files),
            "Write a copy of the video with its faces inside; images and audio are copied as they are."
        ))
    var output: String?
    @Option(
        .option(
            "output-dir", .folder,
            "Write each copy, and each sidecar, into this folder under the name of its file. What is there is"
                + " passed over, unless --force is given; standard output gets a row of CSV for each file."
        ))
    var outputFolder: String?
    @Option(
        .option(
            "jobs", .integer(in: 1...256),
            "Look at so many segments of the videos side by side, with the same results. An interrupted call goes on"
                + " where it was."))
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
    let sandbox = SandboxOptions()
    @Option(SharedOptions.noSmoothing) var leavesUnsmoothed: Bool
    @Option(SharedOptions.statistics) var showsStatistics: Bool

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
        settings.run.source.isolation = try sandbox.isolation()
        settings.run.showsStatistics = showsStatistics
        settings.inputs = inputs
        settings.outputFolder = outputFolder
        settings.report = report
        settings.output = output
        try MovieName.check(settings.output ?? "")
        settings.sidecars = FaceExportFormat.eachOnce(of: sidecars)
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
        guard settings.output == nil || settings.outputFolder == nil else {
            throw FacecapError(
                .invalidArgument,
                "--output names one file, --output-dir a folder; give one of them.")
        }
        return settings
    }

    static let command = Command(
        name: "analyze", abstract: "find the faces of a video and add them to it",
        discussion: [
            "Looks at every frame of the video. With --output it writes a copy that has a track of faces,"
                + " in the place of one that the video has already; no frame and no audio is encoded"
                + " again. With --sidecar it writes the faces into files of their own.",
            "Of an MP4 or QuickTime movie every track is kept. Of other videos the H.264, HEVC or AV1 and the"
                + " AAC or Opus are copied.",
        ],
        options: AnalyzeOptions.self,
        examples: [
            Command.Example(
                line: "facecap analyze talk.mp4 -o talk-faces.mp4",
                meaning: "The same video with its faces inside."),
            Command.Example(
                line: "facecap analyze talk.mkv --sidecar csv,vtt",
                meaning: "The faces in talk.csv and talk.vtt."),
            Command.Example(
                line: "facecap analyze recordings/ --output-dir analysed > summary.csv",
                meaning: "All video files of a folder, and a table of what was found."),
            Command.Example(
                line:
                    "facecap analyze recordings/ --output-dir analysed --jobs 4 --report faces.html",
                meaning: "The same, with four looks side by side, and a page about all files."),
        ],
        usesNetwork: true
    ) { options, context throws(FacecapError) in
        try await AnalyzeBatch(options.settings(), context: context).run()
    }
}
