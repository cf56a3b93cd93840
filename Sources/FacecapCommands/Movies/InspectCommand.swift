import Facecap

/// `facecap inspect FILE`
enum InspectCommand {
    private static let movie: Parameter<String?> = .operand(
        "file", .text("FILE", allowed: "the path of a movie", completion: .files),
        isRequired: true, "The movie: MP4 or QuickTime, finished or not.")
    private static let json = Parameter.flag("json", "Write one JSON object instead of a page.")

    static let command = Command(
        name: "inspect", abstract: "show what is in a movie: tracks, faces, markers",
        discussion: [
            "Reads the whole movie, an iPhone's too, and shows its tracks, which faces were found"
                + " when, which frames were not analysed and why, and where nothing is known."
        ],
        parameters: [movie.declaration, json.declaration],
        examples: [
            Command.Example(
                line: "facecap inspect talk.mp4", meaning: "A page about a recording."),
            Command.Example(
                line: "facecap inspect talk.mp4 --json | jq '.faces[].ids'",
                meaning: "Who was in view, and when."),
        ]
    ) { invocation, context throws(FacecapError) in
        let path = invocation[movie] ?? ""
        let inspection = MovieInspection(try MovieReader(path: path))
        try context.output.write(
            invocation[json]
                ? JSONLine.text(InspectionRecord(inspection, path: path))
                : InspectionPage(inspection).text)
        if let failure = inspection.movie.readFailure { throw failure }
        return .success
    }
}
