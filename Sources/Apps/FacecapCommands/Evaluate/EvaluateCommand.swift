// SPDX-License-Identifier: Apache-2.0
import FaceEvaluation
import Facecap
import SystemSupport

/// `facecap evaluate FOLDER`
enum EvaluateCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(
            .operand(
                "folder", .folder, isRequired: true,
                "The folder with videos or images and, beside them, their truth as CSV, or with"
                    + " MOTChallenge sequences."))
        var folder: String?
        @Option(.flag("markdown", "Write a table in Markdown.")) var writesMarkdown: Bool
        @Option(
            .option(
                "html", .page("FILE"),
                "Also write an HTML page with the tables and the worst frames, which show the"
                    + " true and the detected boxes."))
        var page: String?
        @Option(.flag("force", short: "f", "Replace an existing page.")) var overwrites: Bool
        let detection = DetectionOptions()
        @Option(SharedOptions.allowPlaylist) var allowsPlaylists: Bool
        let sandbox = SandboxOptions()
    }

    static let command = Command(
        name: "evaluate", abstract: "measure detection, ids and angles against ground truth",
        discussion: [
            "FOLDER and its subfolders contain videos, each with a CSV of the same name, or"
                + " images with one CSV for all. The columns are frame (from 0) or file, id, x,"
                + " y, w, h and, if known, yaw, pitch, roll, inframe, occluded, in pixels and"
                + " degrees. yaw is positive to the right of the image, the opposite of what the"
                + " records contain. A frame without a line shows nobody, and so does an image with a line without a box;"
                + " images without a line are not evaluated. A face counts as found"
                + " if its box and the true one overlap by an intersection over union of 0.4 or"
                + " more. One of which inframe is below 0.9 or occluded above 0.3 does not count,"
                + " found or not.",
            "MOTChallenge sequences are measured too: folders with gt/gt.txt and either the"
                + " images img1/000001.jpg and so on or one video. seqinfo.ini contains the"
                + " frame rate; the default is 25. Faces whose flag is 0, whose class is not 1, or"
                + " whose visibility is below 0.7, do not count, found or not.",
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap evaluate --markdown recordings",
                meaning: "The figures of every video in a folder, for a report."),
            Command.Example(
                line: "facecap evaluate --html worst.html recordings",
                meaning: "Also a page that shows the frames with the largest errors."),
        ]
    ) { options, context throws(FacecapError) in
        let detector = options.detection.selection
        let opening = FileOpening(
            options: MediaFileSource.Options(allowsPlaylists: options.allowsPlaylists),
            isolation: options.sandbox.isolation)
        let (writesMarkdown, page) = (options.writesMarkdown, options.page)
        let overwrites = options.overwrites
        if let page { try AtomicFile.check(page, overwriting: overwrites) }
        let folder = options.folder ?? "."
        let media = try EvaluationMedia(folder: folder)
        if let page {
            for path in media.paths { try Files.check(page, isNot: path, "what is evaluated") }
        }
        for remark in media.remarks { context.messages.say(remark) }
        var evaluation = EvaluationRun(
            detector: try detector.makeDetector(context.messages), opening: opening,
            messages: context.messages)
        var reports: [EvaluationReport] = []
        for item in media.items { reports.append(try await evaluation.report(on: item)) }
        let tables = EvaluationTable.tables(reports)
        if writesMarkdown {
            try context.output.write(tables.map(\.markdown).joined(separator: "\n"))
        } else {
            let texts = tables.map(\.text) + [EvaluationTable.legend + "\n"]
            try context.output.write(texts.joined(separator: "\n"))
        }
        guard let page else { return .success }
        let html = try EvaluationPage(
            about: folder, reports, worst: evaluation.worst, opening: evaluation.opening
        ).html
        try AtomicFile.write(html, to: page, overwriting: overwrites)
        context.messages.remark("saved \(page)")
        return .success
    }
}
