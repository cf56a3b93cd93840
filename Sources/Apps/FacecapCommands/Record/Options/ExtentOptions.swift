// SPDX-License-Identifier: Apache-2.0
import Facecap

/// When recordings begin and end, and how large they get.
struct ExtentOptions: OptionGroup {
    @Option(
        .option(
            "max-size", .byteCount,
            "Stop before the recording is larger than this, such as 2GB."
        ))
    var maximumSize: Int64?
    @Option(
        .option(
            "max-duration", .duration,
            "Stop before the recording is longer than this; pauses do not count, as they do for --duration."
        ))
    var maximumDuration: Duration?
    @Option(
        .option(
            "min-free", .byteCount, "Stop when the disk has less room left than this."))
    var minimumFree: Int64?
    @Option(
        .option(
            "split", .split,
            "Begin the next file, without a gap, after this much time or before it gets larger than"
                + " this: 5min, 500MB. The files are called OUT-001.mp4 and so on."))
    var split: CaptureMovieFileOutput.Settings.Split?
    @Option(.flag("on-face", "Record only while faces are there, each time into another file."))
    var onFace: Bool
    @Option(
        .option(
            "pre-roll", .duration, "With --on-face, begin this long before a face appears."))
    var preRoll: Duration?
    @Option(
        .option(
            "post-roll", .duration, default: .seconds(5),
            "With --on-face, end this long after the last face is gone."))
    var postRoll: Duration

    /// What begins and ends recordings.
    func trigger() throws(FacecapError) -> CaptureMovieFileOutput.Settings.Trigger {
        guard onFace else {
            guard preRoll == nil else {
                throw FacecapError(
                    .invalidArgument,
                    "--pre-roll means the time before a face appears; give --on-face too.")
            }
            return .always
        }
        return .faces(preRoll: MediaTime(preRoll ?? .zero), postRoll: MediaTime(postRoll))
    }
}
