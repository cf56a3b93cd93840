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
                isRequired: true, "The videos, and folders of them."))
        var inputs: [String]
        @Option(
            .option(
                "output", short: "o",
                .text("PLAN", allowed: "the path of a file to write", completion: .files),
                "Write the plan into this file; without it, to standard output."))
        var output: String?
        @Option(
            .option(
                "segment", .segmentLength, default: .seconds(60),
                "Cut videos where this much time is over, at the next 300th frame; whole cuts none."
            ))
        var segment: SegmentLength
        @Option(
            .option(
                "like",
                .text("PLAN", allowed: "a file that facecap plan wrote", completion: .files),
                "Look for faces as this plan does, with its secret: parts of videos that are in both plans count for"
                    + " both."))
        var example: String?
        @Option(SharedOptions.force) var overwrites: Bool
        let search = SearchOptions()
        let sandbox = SandboxOptions()

        /// The plan that the segments are to belong to.
        fileprivate func plan() throws(FacecapError) -> ArchivePlan {
            guard let example else { return ArchivePlan(try ArchiveSearch(search.settings)) }
            guard !search.isAnyGiven else {
                throw FacecapError(
                    .invalidArgument,
                    "How faces are looked for is said by \(example): leave --like out, or the other options."
                )
            }
            return try ArchivePlanReader(path: example).plan
        }
    }

    /// How faces are looked for.
    struct SearchOptions: OptionGroup {
        let detector = DetectorOptions()
        @Option(
            .flag("mesh-points", "Keep the 468 points of each face's mesh; parts are much larger.")
        )
        var keepsMeshPoints: Bool
        let rhythm = RhythmOptions()
        @Option(SharedOptions.region) var region: Rect?

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
        name: "plan", abstract: "cut videos into segments that many machines look at",
        discussion: [
            "Writes a line of JSON for each segment, behind a line with what holds for all of them. facecap detect"
                + " looks at one segment, anywhere; facecap merge makes of all parts what facecap analyze makes of"
                + " the videos, to the last byte.",
            "MP4, QuickTime, Matroska and WebM are cut; any other video is one segment. The paths are kept as they"
                + " are named: they have to lead to the same files wherever facecap detect runs.",
            "The plan holds a random secret that hides the colours of faces in the parts: keep it as you keep the"
                + " videos.",
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap plan recordings/ -o plan.jsonl",
                meaning: "Segments of a minute of all videos of a folder."),
            Command.Example(
                line: "facecap plan recordings/ --like plan.jsonl -o today.jsonl",
                meaning: "The same some days later: what was looked at is not looked at again."),
        ],
        usesNetwork: false
    ) { options, context throws(FacecapError) in
        let overwrites = options.overwrites
        let plan = try options.plan()
        if let output = options.output {
            try RecordRun.check(output) { () throws(FacecapError) in
                try AtomicFile.check(output, overwriting: overwrites)
            }
        }
        let items = try AnalyzeItem.all(of: options.inputs, folder: ".")
        let planner = ArchivePlanner(
            plan, length: options.segment.seconds, isolation: try options.sandbox.isolation())
        var text = try plan.line()
        var count = 0
        for item in items {
            for segment in try planner.segments(of: item.input) {
                text += try segment.line()
                count += 1
            }
        }
        guard let output = options.output else {
            try context.output.write(text)
            return .success
        }
        try AtomicFile.write(Array(text.utf8), to: output, overwriting: overwrites)
        let last = count == 1 ? "--index 0" : "--index 0 to \(count - 1)"
        context.messages.remark(
            "\(output): \(items.count == 1 ? "1 video" : "\(items.count) videos"),"
                + " \(count == 1 ? "1 segment" : "\(count) segments"); next: facecap detect --plan \(output)"
                + " \(last) -o PARTS")
        return .success
    }
}

/// How long a segment is at least.
enum SegmentLength: Sendable, Hashable {
    /// Videos are not cut.
    case whole
    case seconds(Double)

    /// `nil` where videos are not cut.
    var seconds: Double? {
        if case .seconds(let seconds) = self { seconds } else { nil }
    }
}

extension ValueReader<SegmentLength> {
    /// A duration, or `whole`.
    static var segmentLength: ValueReader {
        let duration = ValueReader<Duration>.duration
        return ValueReader(
            "TIME|whole", allowed: "whole, or \(duration.allowed)", completion: .words(["whole"]),
            read: { text in
                text == "whole"
                    ? .whole : duration.read(text).map { .seconds(MediaTime($0).seconds) }
            },
            write: { length in length.seconds.map { "\(Int($0))s" } ?? "whole" })
    }
}
