// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc

/// `facecap export FILE --format FORMAT`
enum ExportCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(SharedOptions.movie) var path: String?
        @Option(
            .options(
                "format", .formats, "The formats to write."))
        var formats: [[FaceExportFormat]]
        @Option(
            .option(
                "output", short: "o",
                .text("OUT", allowed: "the path of a file to write, or -", completion: .files),
                "The file to write; with several formats the beginning of their names. Without it one"
                    + " format goes to standard output, several into files beside the movie."))
        var output: String?
        @Option(
            .flag(
                "landmarks",
                "Also write the five points of each face, where the movie has them."))
        var includesLandmarks: Bool
        @Option(
            .flag(
                "mesh-points",
                "Also write the 468 points of each face's mesh, where the movie has them, in JSON Lines."
            ))
        var includesMesh: Bool
        @Option(
            .option(
                "frontal-yaw", .number("DEGREES", in: 0...180), default: 20,
                "In eaf, textgrid and boris: up to which yaw a head points to the front."))
        var frontalYaw: Double
        @Option(
            .option(
                "frontal-pitch", .number("DEGREES", in: 0...180), default: 15,
                "In eaf, textgrid and boris: up to which pitch a head points to the front."))
        var frontalPitch: Double
        @Option(SharedOptions.mirror) var isMirrored: Bool
        @Option(SharedOptions.track) var track: Int
        @Option(SharedOptions.force) var overwrites: Bool
    }

    static let command = Command(
        name: "export", abstract: "write the faces of a movie in other tools' formats",
        discussion: [
            "Formats: jsonl (what live --json writes), csv, vtt, mot (MOTChallenge), mot-gt (its"
                + " ground truth, a ZIP archive for CVAT), cvat, coco, openface, eaf (ELAN),"
                + " textgrid (Praat), boris."
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap export talk.mp4 --format jsonl",
                meaning: "The records of every frame."),
            Command.Example(
                line: "facecap export talk.mp4 --format csv,cvat --output results/talk",
                meaning: "Writes results/talk.csv and results/talk.cvat.xml."),
        ]
    ) { options, context throws(FacecapError) in
        let wanted = options.formats.joined()
        let formats = FaceExportFormat.allCases.filter { wanted.contains($0) }
        guard !formats.isEmpty else {
            throw FacecapError(
                .invalidArgument,
                "Say with --format what to write: "
                    + FaceExportFormat.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        let path = options.path ?? ""
        let (isMirrored, force) = (options.isMirrored, options.overwrites)
        let (includesLandmarks, includesMesh) = (options.includesLandmarks, options.includesMesh)
        let (frontalYaw, frontalPitch) = (options.frontalYaw, options.frontalPitch)
        let output = options.output
        let reader = try FaceTrackReader(ofMovie: path, index: options.track - 1)
        var info = FaceExportFormat.Info(reader, path: path, isMirrored: isMirrored)
        info.includesLandmarks = includesLandmarks
        info.includesMesh = includesMesh
        info.frontalYaw = frontalYaw
        info.frontalPitch = frontalPitch
        // No file is made before all exporters know that they can write.
        let exporters = try formats.map { format throws(FacecapError) in
            try (format: format, exporter: format.makeExporter(info))
        }
        let destinations = try destinations(
            formats, path: path, output: output, overwriting: force,
            context.output)
        var run = ExportRun(
            reader: reader, isMirrored: isMirrored,
            exports: zip(exporters, destinations).map { export, destination in
                ExportRun.Export(
                    format: export.format, exporter: export.exporter, destination: destination)
            })
        try run.run()
        return .success
    }

    private static func destinations(
        _ formats: [FaceExportFormat], path: String, output: String?, overwriting: Bool,
        _ standardOutput: StandardOutput
    ) throws(FacecapError) -> [ExportDestination] {
        guard formats.count > 1 else {
            guard let output, output != "-" else {
                guard formats[0].isText || isatty(standardOutput.descriptor) == 0 else {
                    throw FacecapError(
                        .invalidArgument,
                        "\(formats[0].rawValue) is an archive, which a terminal cannot show; name a"
                            + " file with --output.")
                }
                return [.standardOutput(standardOutput)]
            }
            return [try ExportDestination(path: output, overwriting: overwriting)]
        }
        guard output != "-" else {
            throw FacecapError(
                .invalidArgument,
                "Standard output takes one format; give --output a path or leave it out.")
        }
        return try formats.map { format throws(FacecapError) in
            let stem = output ?? String(path.withoutPathExtension)
            let path = stem + "." + format.fileExtension
            return try ExportDestination(path: path, overwriting: overwriting)
        }
    }
}
