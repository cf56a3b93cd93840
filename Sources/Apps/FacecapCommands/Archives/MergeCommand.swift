// SPDX-License-Identifier: Apache-2.0
import FaceArchives
import Facecap

/// `facecap merge PLAN PARTS -o OUT`
enum MergeCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(.operand("plan", .plan, isRequired: true, "The plan.")) var plan: String?
        @Option(
            .operand(
                "parts", .text("PARTS", allowed: "the path of a folder", completion: .folders),
                isRequired: true, "The folder of the parts."))
        var parts: String?
        @Option(
            .option(
                "output", short: "o", .folder,
                "The folder for the output files, which have the names of the videos, and for"
                    + " MANIFEST.json."))
        var output: String?
        @Option(SharedOptions.sidecars) var sidecars: [[FaceExportFormat]]
        @Option(
            .flag(
                "movies",
                "Also write a copy with a face track of each MP4 or QuickTime video."))
        var writesMovies: Bool
        @Option(SharedOptions.report) var report: String?
        @Option(
            .flag(
                "partial",
                "List segments without a part as failed. By default, nothing is written while a"
                    + " part is missing."
            ))
        var isPartial: Bool
        @Option(SharedOptions.force) var overwrites: Bool
        @Option(.flag("landmarks", "Also write the five points of each face."))
        var includesLandmarks: Bool
        @Option(SharedOptions.faceKeys) var faceKeys: FaceTrackFormat.Keys
        @Option(SharedOptions.noSmoothing) var leavesUnsmoothed: Bool

        static var rules: [OptionRule] {
            [
                .of(["face-keys"], need: ["movies"], "says what the face track of a movie holds"),
                .of(
                    ["landmarks"], exclude: ["face-keys=apple"], unless: .landmarks("sidecar"),
                    "writes no points"),
                .of(
                    ["landmarks"], exclude: ["sidecar"], unless: ["movies"] + .landmarks("sidecar"),
                    "names no table with points"),
            ]
        }
    }

    static let command = Command(
        name: "merge",
        abstract: "combine the parts of a plan into output files",
        discussion: [
            "Assigns face ids from the first segment of each video to its last one, and writes"
                + " the same files as facecap analyze, byte for byte. --sidecar chooses the"
                + " formats; without it and without --movies, jsonl is written. The videos themselves are read only for"
                + " --movies.",
            "MANIFEST.json is written last. It lists every file with its SHA-256, every segment,"
                + " and the frames and the reason of each segment that could not be analyzed."
                + " Files that it does not list are not finished. If it lists failures, the exit"
                + " code is that of the first one.",
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap merge plan.jsonl parts/ -o faces/ --sidecar jsonl,csv",
                meaning: "Writes two tables for each video.")
        ]
    ) { options, context throws(FacecapError) in
        guard let plan = options.plan, let parts = options.parts, let output = options.output else {
            throw FacecapError(
                .invalidArgument,
                "Name the folder to write to: facecap merge PLAN PARTS --output OUT.")
        }
        var sidecars = FaceExportFormat.eachOnce(of: options.sidecars)
        if sidecars.isEmpty, !options.writesMovies { sidecars = [.jsonl] }
        var merge = ArchiveMerge(
            plan: plan, parts: parts, output: output, sidecars: sidecars, context: context)
        merge.writesMovies = options.writesMovies
        merge.isPartial = options.isPartial
        merge.report = options.report
        merge.overwrites = options.overwrites
        merge.includesLandmarks = options.includesLandmarks
        merge.faceKeys = options.faceKeys
        merge.smoothsFaces = !options.leavesUnsmoothed
        return try merge.run()
    }
}
