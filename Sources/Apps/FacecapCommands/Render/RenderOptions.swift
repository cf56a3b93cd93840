import Facecap

/// What `facecap render` understands.
enum RenderOptions {
    static let source: Parameter<String?> = .operand(
        "source", .text("IN", allowed: "the path of a movie", completion: .files),
        isRequired: true, "The movie to draw on: MP4 or QuickTime, with a face track.")
    static let movie: Parameter<String?> = .operand(
        "movie", .text("OUT", allowed: "the path of a file to write", completion: .files),
        isRequired: true, "The movie to write: an MP4, or a QuickTime movie where it ends in .mov.")
    static let audio: Parameter<RenderSettings.Audio> = .option(
        "sound", .choice, default: .keep,
        "Copy the audio as it is, encode it as AAC, or leave it out.")

    static let command = Command(
        name: "render", abstract: "draw the faces of a movie into a copy",
        discussion: [
            "Draws what the movie's face track says, without looking for faces. Every frame keeps its"
                + " time, a turned movie stays turned with upright letters, and its faces, markers, title,"
                + " place and whatever else it says of itself are copied too. OUT appears, or is"
                + " replaced, when all is written.",
            "A dashed box is one that was not seen in that frame, but expected there.",
        ],
        parameters: [source.declaration, movie.declaration] + OverlayOptions.declarations + [
            audio.declaration, RecordOptions.force.declaration,
            RecordOptions.videoCodec.declaration, RecordOptions.bitRate.declaration,
            RecordOptions.quality.declaration, RecordOptions.keyFrameInterval.declaration,
            RecordOptions.profile.declaration, RecordOptions.preset.declaration,
        ],
        examples: [
            Command.Example(
                line: "facecap render talk.mp4 talk-faces.mp4 --trails 2s",
                meaning: "The talk with boxes, numbers, angles, points and the ways of two seconds."
            ),
            Command.Example(
                line: "facecap render talk.mp4 boxes.mp4 --draw boxes,ids --quality 18",
                meaning: "Boxes and numbers alone, in good quality."),
        ]
    ) { invocation, context throws(FacecapError) in
        try await RenderRun(settings: try settings(invocation), context: context).run()
    }

    /// What the user's words mean.
    private static func settings(
        _ invocation: Invocation
    ) throws(FacecapError) -> RenderSettings {
        try MovieName.check(invocation[movie] ?? "")
        var settings = RenderSettings()
        settings.input = invocation[source] ?? ""
        settings.recording = CaptureMovieFileOutput.Settings(path: invocation[movie] ?? "")
        settings.recording.overwritesExistingFiles = invocation[RecordOptions.force]
        // The times of the movie are kept.
        settings.recording.startTime = .zero
        settings.recording.metadata = [RecordCommand.software]
        settings.video = RecordCommand.video(invocation)
        settings.audio = invocation[audio]
        settings.recording.audio =
            switch settings.audio {
            case .keep: .passthrough
            case .encode: .encoded(AudioEncoderSettings(codec: "aac"))
            case .drop: .none
            }
        settings.overlay = OverlayOptions.settings(invocation)
        settings.isQuiet = invocation[Command.quiet]
        return settings
    }
}
