import Facecap

/// A line on standard error that shows how a recording of sound alone goes, twice a second.
struct SoundProgress: ProgressDisplay {
    private let file: AudioFileOutput
    private let connection: CaptureConnection?
    private var lastNanoseconds: Int64 = 0

    /// - Parameter connection: by which the sound comes.
    init(of file: AudioFileOutput, _ connection: CaptureConnection?) {
        self.file = file
        self.connection = connection
    }

    mutating func update(_ count: Int) -> String? {
        let now = MonotonicClock.nowNanoseconds
        guard now - lastNanoseconds >= 500_000_000 else { return nil }
        lastNanoseconds = now
        let status = file.status
        let level = SoundLevel.text(connection?.audioChannels ?? [])
        return "rec "
            + RecordingSummary.text(duration: status.duration, byteCount: status.byteCount)
            + "  \(level ?? "-")"
    }
}
