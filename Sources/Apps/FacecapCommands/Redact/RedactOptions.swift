// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap redact` understands.
struct RedactOptions: OptionGroup {
    @Option(
        .operand(
            "video", .text("IN", allowed: "the path of a video", completion: .files),
            isRequired: true,
            "The video whose faces to hide. It is read twice and not changed."))
    var input: String?
    @Option(SharedOptions.newMovie) var output: String?
    let hiding = CoverOptions()
    @Option(
        .option(
            "sound", .choice, default: .keep,
            "What to do with the audio: copy it, leave it out, or replace it with a tone."))
    var audio: RedactSettings.Audio
    @Option(
        .options(
            "bleep", .stretch,
            "Replace this part of the audio with a tone, such as 12.5s-14s, and keep the rest. The times are"
                + " those of the records (pts), which in a transport stream do not begin at 0."
        ))
    var bleeps: [ClosedRange<MediaTime>]
    @Option(
        .flag(
            "detect",
            "Detect faces even if the video has a face track. Faces from either are hidden."
        ))
    var detects: Bool
    @Option(
        .flag(
            "no-faces",
            "Leave out the face track, which contains the positions of the"
                + " faces."))
    var leavesOutFaces: Bool
    @Option(
        .flag(
            "keep-metadata",
            "Keep the recording's markers and its user-defined timed metadata, which may"
                + " identify people."
        ))
    var keepsMetadata: Bool
    @Option(SharedOptions.force) var overwrites: Bool
    let video = VideoEncodingOptions()
    let detection = DetectionOptions()
    @Option(SharedOptions.allowPlaylist) var allowsPlaylists: Bool
    let sandbox = SandboxOptions()

    static var rules: [OptionRule] {
        [.of(["bleep"], exclude: ["sound=drop"], "leaves out all audio")]
    }

    /// What the user's words mean.
    func settings() throws(FacecapError) -> RedactSettings {
        try MovieName.check(output ?? "")
        var settings = RedactSettings()
        settings.input = MediaLocation(input ?? "").argument
        settings.run.source.sources = [RunSource(.file(settings.input))]
        settings.run.source.allowsPlaylists = allowsPlaylists
        settings.run.source.isolation = sandbox.isolation
        settings.run.search.detector = detection.selection
        settings.run.search.reportFacesToHide()
        settings.redaction = hiding.settings
        settings.bleeps = bleeps
        settings.audio = bleeps.isEmpty ? audio : .bleep
        settings.detects = detects
        settings.choosesDetector = detection.detector.isAnyGiven
        settings.keepsFaces = !leavesOutFaces
        settings.keepsMetadata = keepsMetadata
        settings.recording = CaptureMovieFileOutput.Settings(path: output ?? "")
        settings.recording.video = .encoded(video.settings)
        settings.recording.metadata = [.software]
        settings.recording.overwritesExistingFiles = overwrites
        return settings
    }

    static let command = Command(
        name: "redact", abstract: "hide the faces in a video",
        discussion: [
            "Detects the faces of the whole video first, then writes a copy in which they are"
                + " hidden. It fails closed. A face is tracked through frames in which detection"
                + " missed it, and is also hidden before its first and after its last detection."
                + " The whole frame is hidden if the position of a lost face is unknown, or if"
                + " the frame was not analyzed.",
            "If the video has a face track that covers all frames, as facecap and iPhones record"
                + " it, redact uses that track and does not detect faces, unless --detect is"
                + " given. A face that no detector found is not hidden: check the result before"
                + " you publish it.",
            "OUT contains only the frames, the audio and the positions of the faces, but no"
                + " other track, thumbnail or text of IN. An unfinished OUT is deleted, for"
                + " example after Ctrl-C.",
        ],
        options: RedactOptions.self,
        examples: [
            Command.Example(
                line: "facecap redact street.mp4 public.mp4",
                meaning: "Blurs every face and keeps the audio."),
            Command.Example(
                line: "facecap redact --method crop-out --sound bleep talk.mov talk-anonymous.mp4",
                meaning: "Covers heads in black and replaces the audio with a tone."),
            Command.Example(
                line:
                    "facecap redact --bleep 12.5s-14s --input-size 640 crowd.mp4 crowd-public.mp4",
                meaning: "Also detects small faces, and replaces a spoken name with a tone."),
        ]
    ) { options, context throws(FacecapError) in
        try await RedactRun(settings: options.settings(), context: context).run()
    }
}

extension ValueReader<ClosedRange<MediaTime>> {
    /// From one time of a video to another: `12.5s-14s`.
    fileprivate static var stretch: ValueReader {
        let time = ValueReader<Duration>.durationOrZero
        return ValueReader("FROM-TO", allowed: "two times of the video such as 12.5s-14s") { text in
            guard let ends = text.parts(separatedBy: "-", time.read), ends.count == 2,
                ends[0] < ends[1]
            else { return nil }
            return MediaTime(ends[0])...MediaTime(ends[1])
        }
    }
}
