// SPDX-License-Identifier: Apache-2.0
import FaceArchives
import Facecap
import SystemSupport

/// `facecap plan FILES... -o PLAN`
enum PlanCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(
            .operands(
                "input",
                .text("FILE", allowed: "the path of a video, or of a folder", completion: .files),
                isRequired: true,
                "Videos, or folders of videos. Folders in folders are not searched."))
        var inputs: [String]
        @Option(
            .option(
                "output", short: "o",
                .text("PLAN", allowed: "the path of a file to write", completion: .files),
                "Write the plan to this file. By default, and with -, to standard output."))
        var output: String?
        @Option(
            .option(
                "segment", .segmentLength,
                "The length of segments, rounded up to a multiple of 300 frames; whole does not"
                    + " divide videos. (default: 60s, or that of --like)"
            ))
        var segmentSeconds: Double?
        @Option(
            .option(
                "like", .plan,
                "Use the detection settings and the secret of this plan. Parts of videos that"
                    + " are in both plans count for both."))
        var example: String?
        @Option(SharedOptions.force) var overwrites: Bool
        let search = SearchOptions()
        let sandbox = SandboxOptions()

        static var rules: [OptionRule] {
            [.of(.all(of: SearchOptions.self), exclude: ["like"], "takes the options of that plan")]
        }

        /// The plan that the segments are to belong to.
        fileprivate func plan(_ messages: Messages) throws(FacecapError) -> ArchivePlan {
            var plan =
                if let example {
                    try ArchivePlanReader(path: example).plan
                } else {
                    ArchivePlan(try ArchiveSearch(search.settings, messages))
                }
            plan.segmentSeconds = segmentSeconds ?? plan.segmentSeconds ?? 60
            return plan
        }
    }

    /// How faces are looked for.
    struct SearchOptions: OptionGroup {
        let detector = DetectorOptions()
        @Option(
            .flag(
                "mesh-points",
                "Keep the 468 points of each face's mesh. Parts become much"
                    + " larger.")
        )
        var keepsMeshPoints: Bool
        let rhythm = RhythmOptions()
        @Option(SharedOptions.region) var region: Rect?

        static var rules: [OptionRule] { [DetailOptions.meshRule] }

        fileprivate var settings: SearchSettings {
            var search = SearchSettings()
            search.detector = detector.selection
            search.detector.keepsMeshPoints = keepsMeshPoints
            search.apply(rhythm)
            search.region = region ?? .unit
            return search
        }
    }

    static let command = Command(
        name: "plan", abstract: "divide videos into segments that many machines can analyze",
        discussion: [
            "Writes a line of JSON with the settings that all segments share, then one line for"
                + " each segment. facecap detect analyzes one segment on any machine. facecap"
                + " merge combines all parts into the files that facecap analyze writes, byte"
                + " for byte.",
            "MP4, QuickTime, Matroska and WebM files are divided; any other video is one"
                + " segment. The plan keeps the paths as given: they must lead to the same files"
                + " on every machine that runs facecap detect.",
            "The plan contains a random secret that hides the colors of faces in the parts."
                + " Protect the plan as you protect the videos.",
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap plan recordings/ -o plan.jsonl",
                meaning: "Divides all videos of a folder into segments of a minute."),
            Command.Example(
                line: "facecap plan recordings/ --like plan.jsonl -o today.jsonl",
                meaning: "The same some days later. Analyzed videos are not analyzed again."),
        ]
    ) { options, context throws(FacecapError) in
        let overwrites = options.overwrites
        let plan = try options.plan(context.messages)
        let output = options.output == "-" ? nil : options.output
        if let output { try AtomicFile.check(output, overwriting: overwrites) }
        let items = try AnalyzeItem.all(
            of: options.inputs.map { MediaLocation($0).argument }, folder: ".")
        if let output {
            for item in items { try Files.check(output, isNot: item.input) }
        }
        let planner = ArchivePlanner(
            plan, length: plan.segmentSeconds.flatMap { $0 > 0 ? $0 : nil },
            isolation: options.sandbox.isolation)
        var text = try plan.line()
        var count = 0
        for item in items {
            for segment in try planner.segments(of: item.input) {
                text += try segment.line()
                count += 1
            }
        }
        guard let output else {
            try context.output.write(text)
            return .success
        }
        try AtomicFile.write(Array(text.utf8), to: output, overwriting: overwrites)
        context.messages.remark(
            "\(output): \(items.count.counted("video")),"
                + " \(count.counted("segment")); next: facecap detect --plan \(output.shellWord)"
                + " -o parts/")
        return .success
    }
}

extension ValueReader<String> {
    /// The path of a plan.
    static var plan: ValueReader {
        text("PLAN", allowed: "a file that facecap plan wrote", completion: .files)
    }
}

extension ValueReader<Double> {
    /// The seconds that a segment takes at least: a duration, or `whole` for 0, where videos are not cut.
    fileprivate static var segmentLength: ValueReader {
        let duration = ValueReader<Duration>.duration
        return ValueReader(
            "TIME|whole", allowed: "whole, or \(duration.allowed)", completion: .words(["whole"])
        ) { text in
            text == "whole" ? 0 : duration.read(text).map { MediaTime($0).seconds }
        }
    }
}
