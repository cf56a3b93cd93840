import Facecap

/// `facecap remux IN OUT`
enum RemuxCommand {
    private static let fastStart = Parameter.flag(
        "fast-start", "Put the description in front, so that players begin before all is there.")

    static let command = Command(
        name: "remux", abstract: "copy a movie with its faces into a plain file",
        discussion: [
            "Copies every track bit for bit, the faces too, which other programs drop. A movie in"
                + " fragments becomes a plain one.",
            "Nothing is encoded again: OUT holds what IN holds, as MP4, or as a QuickTime movie where"
                + " it ends in .mov. Title, place and time of recording stay too, unless --no-metadata"
                + " leaves them out.",
        ],
        parameters: [
            EditOptions.source.declaration, EditOptions.movie.declaration,
            EditOptions.force.declaration, fastStart.declaration,
            EditOptions.noMetadata.declaration,
        ],
        examples: [
            Command.Example(
                line: "facecap remux --fast-start interview.mov interview.mp4",
                meaning: "A copy for a web page, with the faces.")
        ]
    ) { invocation, context throws(FacecapError) in
        let path = invocation[EditOptions.movie] ?? ""
        try MovieName.check(path)
        let (force, isFastStart) = (invocation[EditOptions.force], invocation[fastStart])
        let leavesOutMetadata = invocation[EditOptions.noMetadata]
        var editor = try MovieEditor(path: invocation[EditOptions.source] ?? "")
        if leavesOutMetadata { editor.removeDescription() }
        let summary = try editor.write(
            to: path, overwriting: force, isFastStart: isFastStart)
        EditOptions.say(summary, path: path, context)
        return .success
    }
}
