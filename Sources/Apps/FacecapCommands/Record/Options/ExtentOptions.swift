import Facecap

/// When recordings begin and end, and how large they get.
struct ExtentOptions: OptionGroup {
    @Option var maximumSize: Int64?
    @Option var minimumFree: Int64?
    @Option var split: CaptureMovieFileOutput.Settings.Split?
    @Option var onFace: Bool
    @Option var preRoll: Duration?
    @Option var postRoll: Duration

    init(_ options: inout OptionReader) {
        _maximumSize = options.read(
            .option(
                "max-size", .byteCount,
                "Stop before the recording is larger than this, such as 2GB."
            ))
        _minimumFree = options.read(
            .option(
                "min-free", .byteCount, "Stop when the disk has less room left than this."))
        _split = options.read(
            .option(
                "split", .split,
                "Begin the next file, without a gap, after this much time or before it gets larger than"
                    + " this: 5min, 500MB. The files are called OUT-001.mp4 and so on."))
        _onFace = options.read(
            .flag("on-face", "Record only while faces are there, each time into another file."))
        _preRoll = options.read(
            .option(
                "pre-roll", .duration, "With --on-face, begin so long before a face appears."))
        _postRoll = options.read(
            .option(
                "post-roll", .duration, default: .seconds(5),
                "With --on-face, end so long after the last face."))
    }

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
