// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// `facecap join IN... -o OUT`
enum JoinCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(
            .operands(
                "source", .text("IN", allowed: "the path of a movie", completion: .files),
                isRequired: true, "The movies to join, in their order."))
        var paths: [String]
        @Option(
            .option(
                "output", short: "o",
                .text("OUT", allowed: "the path of a file to write", completion: .files),
                "The movie to write, none of those that are joined."))
        var output: String?
        @Option(EditOptions.force) var overwrites: Bool
        @Option(EditOptions.fastStart) var isFastStart: Bool
    }

    static let command = Command(
        name: "join", abstract: "join recordings into one movie, with their faces",
        discussion: [
            "Frames, audio, faces and markers of the movies follow each other, copied bit for bit. The movies have"
                + " to be encoded in the same way: files of one recording (--split) are, and so are recordings with"
                + " the same camera and options.",
            "They are joined in the order in which they are named: of a recording that was split by hand OUT.mp4"
                + " is the first, then OUT-002.mp4, which a shell lists the other way round.",
            "Files of one recording that follow each other become what one file would have been: no audio is lost"
                + " between them, and who is in them keeps the same id. Of other movies ids and frame numbers are"
                + " made greater, so that no two people share one.",
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap join day-*.mp4 -o day.mp4",
                meaning: "One movie of all files of a recording with --split.")
        ]
    ) { options, context throws(FacecapError) in
        let (force, isFastStart) = (options.overwrites, options.isFastStart)
        guard let path = options.output else {
            throw FacecapError(
                .invalidArgument, "Name the file to write: facecap join IN... --output OUT.")
        }
        try MovieName.check(path)
        // One of the parts is refused in words of its own.
        if !options.paths.contains(where: { Files.areSame($0, path) }) {
            try RecordRun.check(path) { () throws(FacecapError) in
                try AtomicFile.check(path, overwriting: force)
            }
        }
        let joiner = try MovieJoiner(options.paths)
        let summary = try joiner.write(
            to: path, overwriting: force, isFastStart: isFastStart)
        if let (path, before) = joiner.misplaced {
            context.messages.say(
                "\(path) was recorded before \(before), which it follows; name them in another order where"
                    + " that is not meant")
        }
        for track in summary.leftOut {
            context.messages.say("left out \(track), which cannot be joined")
        }
        EditOptions.say(
            summary.movie, path: path,
            removed: summary.changesFaceIDs ? "; ids of faces were changed" : "", context)
        return .success
    }
}
