import Facecap

/// What `facecap analyze` understands beside the options of `live`.
enum AnalyzeOptions {
    static let inputs: Parameter<[String]> = .operands(
        "video", .text("IN", allowed: "the path of a video file or folder", completion: .files),
        isRequired: true,
        "The video file to look at; of several, and of folders, one after the other.")
    static let output: Parameter<String?> = .option(
        "output", short: "o",
        .text("OUT", allowed: "the path of a movie to write", completion: .files),
        "Write a copy of the video with its faces inside; images and audio are copied as they are."
    )
    static let outputFolder: Parameter<String?> = .option(
        "output-dir", .folder,
        "Write each copy, and each sidecar, into this folder under the name of its file. What is there is"
            + " passed over, unless --force is given; standard output gets a row of CSV for each file."
    )

    static let command = Command(
        name: "analyze", abstract: "find the faces of a video and add them to it",
        discussion: [
            "Looks at every frame of the video. With --output it writes a copy that has a track of faces,"
                + " in the place of one that the video has already; no frame and no audio is encoded"
                + " again. With --sidecar it writes the faces into files of their own.",
            "Of an MP4 or QuickTime movie every track is kept. Of other videos the H.264 or HEVC and the"
                + " AAC or Opus are copied.",
        ],
        parameters: [
            inputs.declaration, output.declaration, outputFolder.declaration,
            RecordOptions.sidecars.declaration,
            RecordOptions.force.declaration, LiveOptions.landmarks.declaration,
            LiveOptions.meshPoints.declaration,
            RecordOptions.faceKeys.declaration,
        ] + LiveOptions.detection + [
            LiveOptions.detectEvery.declaration, LiveOptions.scanEvery.declaration,
            LiveOptions.region.declaration, LiveOptions.allowPlaylist.declaration,
            LiveOptions.noSmoothing.declaration, LiveOptions.stats.declaration,
        ],
        examples: [
            Command.Example(
                line: "facecap analyze talk.mp4 -o talk-faces.mp4",
                meaning: "The same video with its faces inside."),
            Command.Example(
                line: "facecap analyze talk.mkv --sidecar csv,vtt",
                meaning: "The faces in talk.csv and talk.vtt."),
            Command.Example(
                line: "facecap analyze recordings/ --output-dir analysed > summary.csv",
                meaning: "All video files of a folder, and a table of what was found."),
        ]
    ) { invocation, context throws(FacecapError) in
        try await AnalyzeBatch(AnalyzeCommand.settings(invocation), context: context).run()
    }
}
