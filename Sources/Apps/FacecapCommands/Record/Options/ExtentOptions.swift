// SPDX-License-Identifier: Apache-2.0
import Facecap

/// When recordings begin and end, and how large they get.
struct ExtentOptions: OptionGroup {
    @Option(
        .option(
            "max-size", .byteCount,
            "Stop before the recording exceeds this size, such as 2GB."
        ))
    var maximumSize: Int64?
    @Option(
        .option(
            "max-duration", .duration,
            "Stop before the recording exceeds this length. Pauses do not count here, but they"
                + " count for --duration."
        ))
    var maximumDuration: Duration?
    @Option(
        .option(
            "min-free", .byteCount, "Stop when the disk has less free space than this."))
    var minimumFree: Int64?
    @Option(
        .option(
            "split", .split,
            "Start the next file, without a gap, after this time or before the file exceeds this"
                + " size, such as 5min or 500MB. The files are named OUT-001.mp4 and so on."))
    var split: CaptureMovieFileOutput.Settings.Split?
    @Option(.flag("on-face", "Record only while faces are visible, each time to a new file."))
    var onFace: Bool
    @Option(
        .option(
            "pre-roll", .duration,
            "With --on-face, start each file this long before a face appears, or up to a key frame"
                + " interval earlier."))
    var preRoll: Duration?
    @Option(
        .option(
            "post-roll", .duration, default: .seconds(5),
            "With --on-face, end each file this long after the last face disappears."))
    var postRoll: Duration

    static var rules: [OptionRule] {
        [
            .of(["pre-roll"], need: ["on-face"], "is the time before a face appears"),
            .of(["post-roll"], need: ["on-face"], "is the time after the last face"),
        ]
    }

    /// What begins and ends recordings.
    var trigger: CaptureMovieFileOutput.Settings.Trigger {
        guard onFace else { return .always }
        return .faces(preRoll: MediaTime(preRoll ?? .zero), postRoll: MediaTime(postRoll))
    }
}
