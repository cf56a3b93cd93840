import Facecap

/// `facecap strip IN OUT`
enum StripCommand {
    private static let markers = Parameter.flag("markers", "Leave out the markers too.")

    static let command = Command(
        name: "strip", abstract: "copy a movie without its faces",
        discussion: [
            "Leaves out the tracks that hold faces, those of iPhones too; frames, audio and"
                + " everything else are copied bit for bit.",
            "Title, place, device and time of recording stay too, unless --no-metadata leaves them out.",
        ],
        parameters: [
            EditOptions.source.declaration, EditOptions.movie.declaration,
            EditOptions.force.declaration, markers.declaration,
            EditOptions.noMetadata.declaration,
        ],
        examples: [
            Command.Example(
                line: "facecap strip interview.mp4 public.mp4",
                meaning: "A copy that says nothing of who is where.")
        ]
    ) { invocation, context throws(FacecapError) in
        let path = invocation[EditOptions.movie] ?? ""
        try MovieName.check(path)
        let (force, withMarkers) = (invocation[EditOptions.force], invocation[markers])
        let leavesOutMetadata = invocation[EditOptions.noMetadata]
        var editor = try MovieEditor(path: invocation[EditOptions.source] ?? "")
        let removed = editor.removeTracks { $0.hasFaces || (withMarkers && $0.hasMarkers) }
        if leavesOutMetadata { editor.removeDescription() }
        let summary = try editor.write(to: path, overwriting: force)
        EditOptions.say(
            summary, path: path,
            removed: removed == 0
                ? ", there was nothing to leave out"
                : removed == 1 ? ", without 1 track" : ", without \(removed) tracks",
            context)
        return .success
    }
}
