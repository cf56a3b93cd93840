import Facecap

/// A line on standard error that shows how a recording goes, twice a second.
struct RecordingProgress: ProgressDisplay {
    private let status: @Sendable () -> (recording: RecordingStatus, ledger: FrameLedger)
    private var lastNanoseconds: Int64 = 0
    private var lastCount = 0

    /// - Parameter status: what there is to show.
    init(status: @escaping @Sendable () -> (recording: RecordingStatus, ledger: FrameLedger)) {
        self.status = status
    }

    mutating func update(_ count: Int) -> String? {
        let now = MonotonicClock.nowNanoseconds
        let elapsed = now - lastNanoseconds
        guard elapsed >= 500_000_000 else { return nil }
        let rate = lastNanoseconds == 0 ? 0 : Double(count - lastCount) * 1e9 / Double(elapsed)
        lastNanoseconds = now
        lastCount = count
        let (recording, ledger) = status()
        let faces = recording.faceCount
        let name = recording.state.phase == .paused ? "paused" : "rec"
        return "\r\(name) \(RecordingSummary.text(seconds: recording.duration.seconds))"
            + "  \(RecordingSummary.text(byteCount: recording.byteCount))"
            + "  \(FixedDecimal(rate, decimals: 1)?.text ?? "-") fps"
            + "  \(faces) \(faces == 1 ? "face" : "faces")"
            + "  \(ledger.dropped.values.reduce(0, +)) dropped\u{1B}[K"
    }
}
