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
                isRequired: true, "The movies to join, in this order."))
        var paths: [String]
        @Option(
            .option(
                "output", short: "o",
                .text("OUT", allowed: "the path of a file to write", completion: .files),
                "The movie to write, which must not be one of the inputs."))
        var output: String?
        @Option(EditOptions.force) var overwrites: Bool
        @Option(EditOptions.fastStart) var isFastStart: Bool
    }

    static let command = Command(
        name: "join", abstract: "join recordings into one movie, with their faces",
        discussion: [
            "Appends the frames, audio, faces and markers of each movie to those before, copied"
                + " bit for bit. All movies must be encoded in the same way, as the files of one"
                + " recording (--split) are, and recordings with the same camera and options.",
            "The movies are joined in the order of the arguments. For a recording that was split"
                + " by hand, name OUT.mp4 first, then OUT-002.mp4; a shell pattern lists them"
                + " the other way round.",
            "Consecutive files of one recording become what one file would have been: no audio"
                + " is lost between them, and faces keep their ids. In other movies, ids and"
                + " frame numbers are increased, so that no two people share an id.",
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
            try AtomicFile.check(path, overwriting: force)
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
