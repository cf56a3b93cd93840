import Facecap

/// What `facecap redact` understands.
enum RedactOptions {
    static let input: Parameter<String?> = .operand(
        "video", .text("IN", allowed: "the path of a video", completion: .files), isRequired: true,
        "The video whose faces are hidden; it is read twice and stays as it is.")
    static let output: Parameter<String?> = .operand(
        "movie", .text("OUT", allowed: "the path of a file to write", completion: .files),
        isRequired: true,
        "The movie to write: an MP4, or a QuickTime movie where it ends in .mov.")
    static let method: Parameter<RedactionMethodName> = .option(
        "method", .choice, default: .blur,
        "How faces are hidden: a blur or tiles that leave at most 36 colours of a face, a black box, or"
            + " crop-out: black over the whole head.")
    static let margin: Parameter<Double?> = .option(
        "margin", .number(in: 0...5),
        "How much more than the face is hidden on each side, in shares of its width and height; 0.35"
            + " without it, 0.6 at least with crop-out.")
    static let hold: Parameter<Duration> = .option(
        "hold", .duration, default: .seconds(1),
        "How long a face is hidden where it was, before it was seen first and after it was seen last."
    )
    static let lossCover: Parameter<MediaTime> = .option(
        "loss-cover", .durationOrZero, default: MediaTime(value: 2, timescale: 1),
        "How long the whole frame is hidden, after --hold, when a face was lost in its middle; 0s for"
            + " not at all.")
    static let audio: Parameter<RedactSettings.Audio> = .option(
        "sound", .choice, default: .keep,
        "What becomes of the audio: it is copied, left out, or a tone takes its place.")
    static let bleeps: Parameter<[ClosedRange<MediaTime>]> = .options(
        "bleep", .stretch,
        "Put a tone in the place of this stretch of the audio, such as 12.5s-14s, and keep the rest."
    )
    static let detect = Parameter.flag(
        "detect",
        "Look for faces also where the video has a track of them; what either tells of is hidden.")
    static let noFaces = Parameter.flag(
        "no-faces", "Leave out the track that says where the faces are.")

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
        parameters: [
            input.declaration, output.declaration, method.declaration, margin.declaration,
            hold.declaration, lossCover.declaration, audio.declaration, bleeps.declaration,
            detect.declaration, noFaces.declaration, RecordOptions.force.declaration,
            RecordOptions.videoCodec.declaration, RecordOptions.bitRate.declaration,
            RecordOptions.quality.declaration, RecordOptions.keyFrameInterval.declaration,
            RecordOptions.profile.declaration, RecordOptions.preset.declaration,
        ] + LiveOptions.detection + [LiveOptions.allowPlaylist.declaration],
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
    ) { invocation, context throws(FacecapError) in
        try await RedactRun(settings: RedactCommand.settings(invocation), context: context).run()
    }
}

extension ValueReader<MediaTime> {
    /// A stretch of time as ``ValueReader/duration`` reads it, or `0s`.
    fileprivate static var durationOrZero: ValueReader {
        let duration = ValueReader<Duration>.duration
        return ValueReader(
            duration.valueName, allowed: "0s, or " + duration.allowed,
            read: { $0 == "0s" || $0 == "0" ? .zero : duration.read($0).map { MediaTime($0) } },
            write: { "\(Int64($0.seconds))s" })
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
