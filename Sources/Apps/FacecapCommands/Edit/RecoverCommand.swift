// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// `facecap recover FILE...`
enum RecoverCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(
            .operands(
                "file", .text("FILE", allowed: "the path of a movie", completion: .files),
                isRequired: true, "An interrupted recording."))
        var paths: [String]
        @Option(
            .option(
                "output", short: "o",
                .text("FILE", allowed: "the path of a file to write", completion: .files),
                "Write the movie to another file, and leave the recording unchanged."))
        var copy: String?
        @Option(EditOptions.force) var overwrites: Bool
    }

    static let command = Command(
        name: "recover", abstract: "turn interrupted recordings into plain movies",
        discussion: [
            "After a crash, a full disk or a power cut, a recording survives up to about its"
                + " last second, as a fragmented movie. recover turns it in place into the plain"
                + " movie that it would have become, and reports what it contains and what was"
                + " lost.",
            "A finished movie is not changed. A movie of another program that is fragmented, or whose"
                + " end is missing, is replaced by a plain copy.",
            "Truncated tables of faces that record wrote beside the movie (--sidecar) are"
                + " rewritten from its face track. A truncated mot-gt is only reported, and so are the"
                + " tables of a recording with several movies (--split, --on-face), with the"
                + " command that rewrites them.",
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap recover interview.mp4", meaning: "Repairs a recording in place."),
            Command.Example(
                line: "facecap recover --output repaired.mp4 interview.mp4",
                meaning: "Leaves the recording unchanged."),
        ]
    ) { options, context throws(FacecapError) in
        let copy = options.copy
        guard copy == nil || options.paths.count == 1 else {
            throw FacecapError(
                .invalidArgument, "--output takes one recording: name one FILE alone.")
        }
        if let copy {
            try MovieName.check(copy)
            for path in options.paths {
                try Files.check(copy, isNot: path, "the recording itself")
            }
        }
        var result = ExitCode.success
        var series: [String: SeriesRecovery] = [:]
        for path in options.paths {
            do throws(FacecapError) {
                let report = try MovieRecovery.recover(
                    path: path, output: copy, overwriting: options.overwrites)
                context.messages.remark("\(copy ?? path): \(text(report))")
                guard copy == nil else { continue }
                let part = SeriesRecovery(ofPart: path)
                // The tables beside the first of several movies hold the faces of all.
                if part?.path != path {
                    try SidecarRecovery(
                        path: path, movieWasFinished: report.wasFinished,
                        say: { context.messages.say($0) }
                    ).run()
                }
                if let part {
                    series[part.path, default: part].add(movieWasFinished: report.wasFinished)
                }
            } catch {
                context.messages.say(error.ofCommand.message)
                if result == .success { result = ExitCode(error.code) }
            }
        }
        for path in series.keys.sorted() {
            if let advice = try series[path]?.advice() {
                context.messages.say(advice, isWhole: true)
            }
        }
        return result
    }

    /// What was kept and what was lost.
    private static func text(_ report: MovieRecovery.Report) -> String {
        let seconds = report.duration.map { $0.seconds.clockText(decimals: 1) + ", " } ?? ""
        let content = seconds + report.tracks.map(counted).joined(separator: ", ")
        guard !report.wasFinished else { return "was finished: \(content)" }
        guard report.fragmentCount > 0 else { return "recovered \(content); its end is missing" }
        let lost = RecordingSummary.text(byteCount: report.droppedByteCount)
        return "recovered \(content), of \(report.fragmentCount.counted("fragment")); "
            + (report.droppedByteCount == 0
                ? "nothing of the file was lost" : "lost the last \(lost)")
    }

    private static func counted(_ track: MovieRecovery.Report.Track) -> String {
        let count = track.sampleCount
        return switch track.kind {
        case .video: count.counted("frame")
        case .audio: count.counted("packet") + " of audio"
        case .metadata:
            count.counted("sample") + " of \((track.name ?? "metadata").lowercased())"
        case .other: count.counted("other sample")
        }
    }
}
