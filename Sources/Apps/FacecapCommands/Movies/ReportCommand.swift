// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// `facecap report FILE`
enum ReportCommand {
    /// Whether the page holds the movie.
    enum Embedding: String, Sendable, CaseIterable {
        case auto, always, never
    }

    /// The largest movie that a page holds unless it is told to.
    private static let embeddingLimit: Int64 = 64_000_000

    /// What the command understands.
    struct Options: OptionGroup {
        @Option(SharedOptions.movie) var path: String?
        @Option(
            .option(
                "output", short: "o",
                .text("OUT", allowed: "the path of a file to write, or -", completion: .files),
                "The page to write. By default, FILE with the extension .html."))
        var output: String?
        @Option(
            .option(
                "embed", .choice, default: .auto,
                "Whether to embed the movie, so that the page can be passed on alone. auto"
                    + " embeds movies of up to 64 MB. A movie that is not embedded must stay at"
                    + " the same place relative to the page."))
        var embedding: Embedding
        @Option(
            .flag(
                "landmarks", "Also show the five points of each face, where the movie has them."
            ))
        var includesLandmarks: Bool
        @Option(SharedOptions.track) var track: Int
        @Option(.flag("force", short: "f", "Replace an existing page.")) var overwrites: Bool
        let sandbox = SandboxOptions()
    }

    static let command = Command(
        name: "report", abstract: "write an HTML page about the faces of a movie",
        discussion: [
            "Writes one HTML file that any browser opens, without a server: the movie with boxes"
                + " drawn over it, a timeline of who is in view, curves of angles, eyes, mouth,"
                + " count and confidence, a table of the faces, the outcome of the frames, the"
                + " markers, and the faces as CSV."
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap report talk.mp4", meaning: "Writes talk.html, to be opened as it is."
            ),
            Command.Example(
                line: "facecap report day.mp4 --embed never --output pages/day.html",
                meaning: "A page that links to the movie instead of embedding it."),
        ]
    ) { options, context throws(FacecapError) in
        let path = options.path ?? ""
        let output = options.output ?? String(path.withoutPathExtension) + ".html"
        if output != "-" { try Files.check(output, isNot: path) }
        let (includesLandmarks, force) = (options.includesLandmarks, options.overwrites)
        let embedding = options.embedding
        let isolation = options.sandbox.isolation
        let reader = try FaceTrackReader(
            ofMovie: path, index: options.track - 1, isolation: isolation)
        var info = FaceExportFormat.Info(reader, path: path, isMirrored: false)
        info.includesLandmarks = includesLandmarks
        if includesLandmarks { reader.sayIfWithoutLandmarks(path, to: context.messages) }
        let report = try FaceReport(reader, info: info, path: path, isolation: isolation)
        let destination: ExportDestination =
            output == "-"
            ? .stream(context.output)
            : try ExportDestination(path: output, overwriting: force)
        let embeds =
            switch embedding {
            case .auto: reader.movie.byteCount <= embeddingLimit
            case .always: true
            case .never: false
            }
        let images: FaceReport.Movie =
            embeds
            ? .embedded(reader.movie)
            : .referenced(
                path: Files.resolved(path) ?? path,
                fromFolder: Files.resolved(Files.folder(of: output)) ?? Files.folder(of: output))
        try report.write(movie: images) { (bytes) throws(FacecapError) in
            _ = try destination.write(bytes)
        }
        try destination.finish(sourceFailed: false)
        context.messages.remark(wrote: [destination.path].compactMap(\.self))
        try context.messages.warn(of: reader.movie)
        for warning in report.warnings { context.messages.say(warning.message) }
        return .success
    }
}
