// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap remux IN OUT`
enum RemuxCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(EditOptions.source) var source: String?
        @Option(EditOptions.movie) var movie: String?
        @Option(EditOptions.force) var overwrites: Bool
        @Option(EditOptions.fastStart) var isFastStart: Bool
        @Option(EditOptions.noMetadata) var leavesOutMetadata: Bool
    }

    static let command = Command(
        name: "remux", abstract: "copy a movie with its faces to a plain, unfragmented file",
        discussion: [
            "Copies every track bit for bit, including the faces, which other programs drop. A"
                + " fragmented movie becomes a plain one.",
            "Nothing is re-encoded. OUT has the contents of IN, as MP4, or as QuickTime if its"
                + " name ends in .mov. Title, place and time of recording stay too, unless"
                + " --no-metadata leaves them out.",
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap remux --fast-start interview.mov interview.mp4",
                meaning: "A copy for a web page, with the faces.")
        ]
    ) { options, context throws(FacecapError) in
        let path = options.movie ?? ""
        try MovieName.check(path)
        let (force, isFastStart) = (options.overwrites, options.isFastStart)
        let leavesOutMetadata = options.leavesOutMetadata
        var editor = try MovieEditor(path: options.source ?? "")
        if leavesOutMetadata { editor.removeDescription() }
        let summary = try editor.write(
            to: path, overwriting: force, isFastStart: isFastStart)
        try context.messages.warn(of: editor.reader)
        EditOptions.say(summary, path: path, context)
        return .success
    }
}
