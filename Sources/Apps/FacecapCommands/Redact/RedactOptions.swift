// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What `facecap redact` understands.
struct RedactOptions: OptionGroup {
    @Option(
        .operand(
            "video", .text("IN", allowed: "the path of a video", completion: .files),
            isRequired: true,
            "The video whose faces are hidden; it is read twice and stays as it is."))
    var input: String?
    @Option(
        .operand(
            "movie", .text("OUT", allowed: "the path of a file to write", completion: .files),
            isRequired: true,
            "The movie to write: an MP4, or a QuickTime movie where it ends in .mov."))
    var output: String?
    let hiding = CoverOptions()
    @Option(
        .option(
            "sound", .choice, default: .keep,
            "What becomes of the audio: it is copied, left out, or a tone takes its place."))
    var audio: RedactSettings.Audio
    @Option(
        .options(
            "bleep", .stretch,
            "Put a tone in the place of this stretch of the audio, such as 12.5s-14s, and keep the rest."
        ))
    var bleeps: [ClosedRange<MediaTime>]
    @Option(
        .flag(
            "detect",
            "Look for faces also where the video has a track of them; what either tells of is hidden."
        ))
    var detects: Bool
    @Option(.flag("no-faces", "Leave out the track that says where the faces are."))
    var leavesOutFaces: Bool
    @Option(
        .flag(
            "keep-metadata",
            "Keep the recording's markers and the timed metadata of its user, which may say who is seen."
        ))
    var keepsMetadata: Bool
    @Option(SharedOptions.force) var overwrites: Bool
    let video = VideoEncodingOptions()
    let detection = DetectionOptions()
    @Option(SharedOptions.allowPlaylist) var allowsPlaylists: Bool
    let sandbox = SandboxOptions()

    /// What the user's words mean.
    func settings() throws(FacecapError) -> RedactSettings {
        try MovieName.check(output ?? "")
        var settings = RedactSettings()
        settings.input = input ?? ""
        settings.run.source.sources = [RunSource(.file(settings.input))]
        settings.run.source.allowsPlaylists = allowsPlaylists
        settings.run.source.isolation = try sandbox.isolation()
        settings.run.search.detector = detection.selection
        settings.run.search.reportFacesToHide()
        settings.redaction = hiding.settings
        settings.bleeps = bleeps
        let audio = audio
        settings.audio = settings.bleeps.isEmpty ? audio : .bleep
        settings.detects = detects
        settings.keepsFaces = !leavesOutFaces
        settings.keepsMetadata = keepsMetadata
        settings.recording = CaptureMovieFileOutput.Settings(path: output ?? "")
        settings.recording.video = .encoded(video.settings)
        settings.recording.metadata = [.software]
        settings.recording.overwritesExistingFiles = overwrites
        return settings
    }

    static let command = Command(
        name: "redact", abstract: "hide the faces of a video",
        discussion: [
            "Finds the faces of the whole video first, then writes a copy in which they are hidden. It"
                + " fails closed: a face is followed through frames that missed it, and hidden before it"
                + " was found and after it was lost; the whole frame is hidden where it is not known"
                + " where a face went, or where a frame was not looked at.",
            "Where the video has a track of faces, as facecap and iPhones record them, that tells of all"
                + " frames, it is believed, unless --detect is given. A face that no detector ever saw"
                + " is not hidden: look at the result before you publish it.",
            "Only frames, audio, and the faces' positions come into OUT: no other track, thumbnail or"
                + " text of IN. What is not finished, as after Ctrl-C, is removed.",
        ],
        options: RedactOptions.self,
        examples: [
            Command.Example(
                line: "facecap redact street.mp4 public.mp4",
                meaning: "Blurs every face and keeps the audio."),
            Command.Example(
                line: "facecap redact --method crop-out --sound bleep talk.mov talk-anonymous.mp4",
                meaning: "Black heads, and a tone for the voices."),
            Command.Example(
                line:
                    "facecap redact --bleep 12.5s-14s --input-size 640 crowd.mp4 crowd-public.mp4",
                meaning: "Looks for small faces too, and hides a name that is said."),
        ]
    ) { options, context throws(FacecapError) in
        try await RedactRun(settings: options.settings(), context: context).run()
    }
}

extension ValueReader<ClosedRange<MediaTime>> {
    /// From one time of a video to another: `12.5s-14s`.
    fileprivate static var stretch: ValueReader {
        let time = ValueReader<MediaTime>.durationOrZero
        return ValueReader("FROM-TO", allowed: "two times of the video such as 12.5s-14s") { text in
            let ends = text.split(separator: "-", omittingEmptySubsequences: false)
                .map { time.read(String($0)) }
            guard ends.count == 2, let from = ends[0], let to = ends[1], from < to else {
                return nil
            }
            return from...to
        }
    }
}
