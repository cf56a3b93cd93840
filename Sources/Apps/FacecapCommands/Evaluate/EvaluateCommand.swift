import FaceEvaluation
import Facecap

/// `facecap evaluate FOLDER`
enum EvaluateCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(
            .operand(
                "folder", .folder, isRequired: true,
                "The folder with videos or images and, beside them, their truth as CSV."))
        var folder: String?
        @Option(.flag("markdown", "Write a table in Markdown.")) var writesMarkdown: Bool
        let detection = DetectionOptions()
        @Option(SharedOptions.allowPlaylist) var allowsPlaylists: Bool
        let sandbox = SandboxOptions()
    }

    static let command = Command(
        name: "evaluate", abstract: "measure detection, ids and angles against known truth",
        discussion: [
            "FOLDER and the folders in it hold videos, each with a CSV of the same name, or frames"
                + " with one CSV for all (columns frame or file, id, x, y, w, h and, where known,"
                + " yaw, pitch, roll, inframe, occluded; pixels and degrees)."
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap evaluate --markdown recordings",
                meaning: "The figures of every video in a folder, for a report.")
        ]
    ) { options, context throws(FacecapError) in
        let evaluation = EvaluationRun(
            detector: options.detection.selection,
            fileOptions: MediaFileSource.Options(
                allowsPlaylists: options.allowsPlaylists),
            isolation: try options.sandbox.isolation())
        let writesMarkdown = options.writesMarkdown
        let media = try EvaluationMedia(folder: options.folder ?? ".")
        var reports: [EvaluationReport] = []
        for item in media.items { reports.append(try await evaluation.report(on: item)) }
        let tables = EvaluationTable.tables(reports)
        if writesMarkdown {
            try context.output.write(tables.map(\.markdown).joined(separator: "\n"))
        } else {
            let texts = tables.map(\.text) + [EvaluationTable.legend + "\n"]
            try context.output.write(texts.joined(separator: "\n"))
        }
        return .success
    }
}
