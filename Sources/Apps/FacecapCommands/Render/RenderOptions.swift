// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap render` understands.
struct RenderOptions: OptionGroup {
    @Option(
        .operand(
            "source", .text("IN", allowed: "the path of a movie", completion: .files),
            isRequired: true, "The movie to draw on: MP4 or QuickTime, with a face track."))
    var source: String?
    @Option(SharedOptions.newMovie) var movie: String?
    let overlay = OverlayOptions()
    @Option(
        .option(
            "sound", .choice, default: .keep,
            "Copy the audio as it is, encode it as AAC, or leave it out."))
    var audio: RenderSettings.Audio
    @Option(SharedOptions.force) var overwrites: Bool
    let video = VideoEncodingOptions()
    let sandbox = SandboxOptions()

    static let command = Command(
        name: "render", abstract: "draw the faces of a movie onto a copy",
        discussion: [
            "Draws the faces of the movie's face track, without detecting faces; landmarks, if the"
                + " movie has them. Every frame keeps its time stamp. A rotated movie stays"
                + " rotated, with upright labels."
                + " The faces, markers, title, place and all other metadata are copied too. OUT"
                + " appears, or is replaced, when it is complete.",
            "A dashed box marks a face that was not observed in that frame, but expected there.",
        ],
        options: RenderOptions.self,
        examples: [
            Command.Example(
                line: "facecap render talk.mp4 talk-faces.mp4 --trails 2s",
                meaning: "The talk with boxes, ids, axes and the paths of the last two seconds."
            ),
            Command.Example(
                line: "facecap render talk.mp4 boxes.mp4 --draw boxes,ids --quality 18",
                meaning: "Only boxes and ids, in good quality."),
        ]
    ) { options, context throws(FacecapError) in
        try await RenderRun(settings: try options.settings(), context: context).run()
    }

    /// What the user's words mean.
    private func settings() throws(FacecapError) -> RenderSettings {
        let path = movie ?? ""
        try MovieName.check(path)
        var settings = RenderSettings()
        settings.input = source ?? ""
        settings.recording = CaptureMovieFileOutput.Settings(path: path)
        settings.recording.overwritesExistingFiles = overwrites
        // The times of the movie are kept.
        settings.recording.startTime = .zero
        settings.recording.metadata = [.software]
        settings.video = video.settings
        settings.audio = audio
        settings.recording.audio =
            switch settings.audio {
            case .keep: .passthrough
            case .encode: .encoded(AudioEncoderSettings(codec: "aac"))
            case .drop: .none
            }
        settings.overlay = overlay.settings
        settings.requiresLandmarks = overlay.namesLandmarks
        settings.isolation = sandbox.isolation
        return settings
    }
}
