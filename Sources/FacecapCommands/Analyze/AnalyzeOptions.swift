import Facecap

/// What `facecap analyze` understands beside the options of `live`.
enum AnalyzeOptions {
    static let input: Parameter<String?> = .operand(
        "film", .text("IN", allowed: "the path of a film", completion: .files), isRequired: true,
        "The film to look at.")
    static let output: Parameter<String?> = .option(
        "output", short: "o",
        .text("OUT", allowed: "the path of a movie to write", completion: .files),
        "Write a copy of the film with its faces inside; pictures and sound are copied as they are."
    )

    static let command = Command(
        name: "analyze", abstract: "find the faces of a film and add them to it",
        discussion: [
            "Looks at every frame of the film. With --output it writes a copy that has a track of faces,"
                + " in the place of one that the film has already; no picture and no sound is encoded"
                + " anew. With --sidecar it writes the faces into files of their own.",
            "Of an MP4 or QuickTime movie every track is kept. Of other films the H.264 or HEVC and the"
                + " AAC or Opus are copied.",
        ],
        parameters: [
            input.declaration, output.declaration, RecordOptions.sidecars.declaration,
            RecordOptions.force.declaration, LiveOptions.landmarks.declaration,
            RecordOptions.faceKeys.declaration,
        ] + LiveOptions.detection + [
            LiveOptions.detectEvery.declaration,
            LiveOptions.region.declaration, LiveOptions.allowPlaylist.declaration,
            LiveOptions.noSmoothing.declaration,
            LiveOptions.quiet.declaration, LiveOptions.stats.declaration,
        ],
        examples: [
            Command.Example(
                line: "facecap analyze talk.mp4 -o talk-faces.mp4",
                meaning: "The same film with its faces inside."),
            Command.Example(
                line: "facecap analyze talk.mkv --sidecar csv,vtt",
                meaning: "The faces in talk.csv and talk.vtt."),
        ]
    ) { invocation, context throws(FacecapError) in
        try await AnalyzeRun(settings: AnalyzeCommand.settings(invocation), context: context).run()
    }
}
