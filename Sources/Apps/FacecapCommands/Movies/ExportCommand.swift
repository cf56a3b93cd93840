// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// `facecap export FILE --format FORMAT`
enum ExportCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(SharedOptions.movie) var path: String?
        @Option(
            .options(
                "format", .list("FORMAT,..."), "The formats to write."))
        var formats: [[FaceExportFormat]]
        @Option(
            .option(
                "output", short: "o",
                .text("OUT", allowed: "the path of a file to write, or -", completion: .files),
                "The file to write; with --images, the folder; with several formats, the common"
                    + " prefix of their names. By default, one format goes to standard output,"
                    + " and several go to files beside the movie."
            ))
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
            .flag(
                "images",
                "For coco: write a folder with the layout that readers of COCO expect, with the"
                    + " frames as PNG images."
            ))
        var includesImages: Bool
        @Option(
            .option(
                "frontal-yaw", .number("DEGREES", in: 0...180), default: 20,
                "For eaf, textgrid and boris: the maximum yaw of a head that points to the"
                    + " front."))
        var frontalYaw: Double
        @Option(
            .option(
                "frontal-pitch", .number("DEGREES", in: 0...180), default: 15,
                "For eaf, textgrid and boris: the maximum pitch of a head that points to the"
                    + " front."))
        var frontalPitch: Double
        @Option(SharedOptions.mirror) var isMirrored: Bool
        @Option(SharedOptions.track) var track: Int
        @Option(SharedOptions.force) var overwrites: Bool
        let sandbox = SandboxOptions()

        static var rules: [OptionRule] {
            [
                .of(["landmarks"], need: .landmarks("format"), "adds points to some formats"),
                .of(["mesh-points"], need: .option("format", .jsonl), "adds points to records"),
                .of(
                    ["images"], need: .option("format", .coco), "writes the frames beside the table"
                ),
                .of(
                    ["frontal-yaw", "frontal-pitch"],
                    need: .option("format", .eaf, .textgrid, .boris),
                    "says which heads point to the front"),
            ]
        }
    }

    static let command = Command(
        name: "export", abstract: "export the faces of a movie to formats of other tools",
        discussion: [
            "Formats: jsonl (what live --json writes), csv, vtt, mot (MOTChallenge), mot-gt (its"
                + " ground truth, a ZIP archive for CVAT), cvat, coco, openface, eaf (ELAN),"
                + " textgrid (Praat), boris.",
            "The movie's markers are in jsonl, vtt, eaf, textgrid and boris.",
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap export talk.mp4 --format jsonl",
                meaning: "The records of every frame."),
            Command.Example(
                line: "facecap export talk.mp4 --format csv,cvat --output results/talk",
                meaning: "Writes results/talk.csv and results/talk.cvat.xml."),
            Command.Example(
                line: "facecap export talk.mp4 --format coco --images --output dataset",
                meaning: "Writes dataset/annotations/instances_talk.json and dataset/images/talk."),
        ]
    ) { options, context throws(FacecapError) in
        let formats = FaceExportFormat.eachOnce(of: options.formats)
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
        let opening = FileOpening(
            options: MediaFileSource.Options(), isolation: options.sandbox.isolation)
        let output = options.output
        guard formats.count == 1 || output != "-" else {
            throw FacecapError(
                .invalidArgument,
                "Standard output takes one format; give --output a path or leave it out.")
        }
        // Names that consist of an ending are those of hidden files.
        if formats.count > 1, let output, output.hasSuffix("/") {
            throw .file(EISDIR, .write, output)
        }
        let folder =
            try options.includesImages ? imageFolder(formats, path: path, output: output) : nil
        let reader = try FaceTrackReader(
            ofMovie: path, index: options.track - 1, isolation: opening.isolation)
        var info = FaceExportFormat.Info(reader, path: path, isMirrored: isMirrored)
        info.includesLandmarks = includesLandmarks
        info.includesMesh = includesMesh
        info.frontalYaw = frontalYaw
        info.frontalPitch = frontalPitch
        if includesLandmarks { reader.sayIfWithoutLandmarks(path, to: context.messages) }
        // No file is made before all exporters know that they can write.
        let exporters = try formats.map { format throws(FacecapError) in
            try (format: format, exporter: format.makeExporter(info))
        }
        let images = folder.map {
            COCOFolder($0, movie: path, includesLandmarks: includesLandmarks)
        }
        defer { withExtendedLifetime(images) {} }
        try images?.prepare(overwriting: force)
        let destinations = try destinations(
            formats, path: path, output: output, images, overwriting: force, context.output)
        var failure: FacecapError?
        do throws(FacecapError) {
            if let count = try images?.writeImages(
                of: reader, path: path, opening: opening, mirroring: isMirrored)
            {
                context.messages.remark("\(count.counted("image")) in \(images?.images ?? "")")
            }
        } catch {
            guard error.code == .mediaDamaged else { throw error }
            failure = error
        }
        var run = ExportRun(
            reader: reader, isMirrored: isMirrored,
            exports: zip(exporters, destinations).map { export, destination in
                ExportRun.Export(
                    format: export.format, exporter: export.exporter, destination: destination)
            })
        try run.run()
        context.messages.remark(wrote: destinations.compactMap(\.path))
        try context.messages.warn(of: reader.movie)
        if let warning = run.trackWarning { context.messages.say(warning.message) }
        if let failure { throw failure }
        return .success
    }

    /// The folder of a data set with images.
    private static func imageFolder(
        _ formats: [FaceExportFormat], path: String, output: String?
    ) throws(FacecapError) -> String {
        guard formats.count == 1 else {
            return (output ?? String(path.withoutPathExtension)) + ".coco"
        }
        guard let output, output != "-" else {
            throw FacecapError(
                .invalidArgument, "Name the folder for images and annotations with --output.")
        }
        return output
    }

    private static func destinations(
        _ formats: [FaceExportFormat], path: String, output: String?, _ images: COCOFolder?,
        overwriting: Bool, _ standardOutput: StandardOutput
    ) throws(FacecapError) -> [ExportDestination] {
        let isAlone = formats.count == 1
        if isAlone, images == nil, output == nil || output == "-" {
            guard formats[0].isText || isatty(standardOutput.descriptor) == 0 else {
                throw FacecapError(
                    .invalidArgument,
                    "\(formats[0].rawValue) is an archive, which a terminal cannot show; name a"
                        + " file with --output.")
            }
            return [.stream(standardOutput)]
        }
        return try formats.map { format throws(FacecapError) in
            let stem = output ?? String(path.withoutPathExtension)
            let ownPath = format == .coco ? images?.annotations : nil
            let place = ownPath ?? (isAlone ? stem : stem + "." + format.fileExtension)
            try Files.check(place, isNot: path)
            return try ExportDestination(path: place, overwriting: overwriting)
        }
    }
}
