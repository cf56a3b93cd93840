// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Which frames become photos, and how they are written.
struct ShotOptions: OptionGroup {
    @Option(
        .option(
            "count", short: "n", .integer(in: 1...1_000_000),
            "The number of photos to take, one after another. By default one photo, or with"
                + " --interval, photos until the command is stopped."))
    var count: Int?
    @Option(
        .option(
            "interval", .durationOrZero,
            "The time from one photo to the next, such as 2s; 0 takes every frame."))
    var interval: Duration?
    @Option(.flag("on-face", "Wait for frames in which a face was observed."))
    var waitsForFaces: Bool
    @Option(
        .flag(
            "best",
            "Take the best of the next frames: one in which faces are large, sharp, frontal, well lit and still."
        ))
    var takesBest: Bool
    @Option(
        .option(
            "window", .duration,
            "With --best, how long to wait for the best frame. By default,"
                + " 2s.")
    )
    var window: Duration?
    @Option(
        .option(
            "delay", .duration,
            "The time between the first frame and the first photo. By default none, except 1.5s"
                + " for --live-photo with a camera."))
    var delay: Duration?
    @Option(
        .option(
            "bracket", .bracket,
            "Take a photo for each of these exposure biases in EV, such as -1,0,1, or exposure"
                + " times, such as 10ms,20ms,40ms, in quick succession. The first one is"
                + " FILE-001.jpg. The camera's exposure is restored afterwards."))
    var bracket: CapturePhotoSettings.Bracket?
    @Option(
        .option(
            "flash", .choice, default: .off,
            "Fire the camera's lamp and take a frame in its light: on, auto (only if the frame"
                + " before was dark) or off."))
    var flashMode: CapturePhotoSettings.FlashMode
    @Option(
        .flag(
            "live-photo",
            "Also write a .mov beside the photo: a movie of the three seconds around it, with"
                + " the same content identifier."))
    var isLivePhoto: Bool
    @Option(
        .option(
            "redact", .choice,
            "Hide faces in the photo and its movie, as facecap redact does, including faces of"
                + " low confidence. The photo's metadata still contains their positions."))
    var method: RedactionMethodName?
    @Option(
        .flag(
            "annotate",
            "Instead of taking a photo, detect the faces in each FILE (JPEG, PNG or HEIC) and"
                + " add them to it. The image and all other metadata stay unchanged, byte for"
                + " byte."))
    var annotates: Bool
    @Option(
        .flag(
            "json",
            "Write one JSON record for each photo to standard output: its path and its faces."))
    var writesJSON: Bool
    @Option(
        .option(
            "quality", .number(in: 0...100), default: 90,
            "The quality of a JPEG or HEIC photo, from 0 (smallest file) to 100 (best image)."))
    var quality: Double
    @Option(
        .flag(
            "force", short: "f",
            "Replace existing files and, with --annotate, regions that the image already has.")
    )
    var overwrites: Bool

    static var rules: [OptionRule] {
        [
            .of(["window"], need: ["best"], "is the time in which the best frame is sought"),
            .of(
                ["count", "interval", "best", "flash=on", "flash=auto", "live-photo"],
                exclude: ["bracket"], "says how many photos there are and how they are exposed"),
            .of(
                ["flash=on", "flash=auto"], exclude: ["best"],
                "takes a frame that was there without the flash"),
        ]
    }

    /// Which frame becomes a photo.
    var moment: CapturePhotoSettings.Moment {
        let window = window
        return takesBest ? .best(within: MediaTime(window ?? .seconds(2))) : .next
    }
}

extension ValueReader<Duration> {
    /// A stretch of time, or none at all: `2s`, `0`.
    static var durationOrZero: ValueReader {
        let reader = duration
        return ValueReader(
            reader.valueName, allowed: reader.allowed + ", or 0",
            read: { ["0", "0s"].contains($0) ? .zero : reader.read($0) }, write: reader.write)
    }
}

extension ValueReader<CapturePhotoSettings.Bracket> {
    /// Exposure biases or times, one for each photo; what has a unit is a time.
    static var bracket: ValueReader {
        let most = CapturePhotoSettings.Bracket.maximumCount
        return ValueReader(
            "EV,...|TIME,...",
            allowed:
                "1 to \(most) biases in EV, such as -1,0,1, or exposure times, such as 10ms,20ms,40ms"
        ) { text in
            let times = text.parts { word in
                word.last?.isLetter == true ? ValueReader<Duration>.duration.read(word) : nil
            }
            if let times, times.count <= most {
                return CapturePhotoSettings.Bracket(
                    exposureDurations: times.map { MediaTime($0).seconds })
            }
            let biases = text.parts(ValueReader<Double>.number(in: -10...10).read)
            guard let biases, biases.count <= most else { return nil }
            return CapturePhotoSettings.Bracket(exposureTargetBiases: biases)
        }
    }
}
