// SPDX-License-Identifier: Apache-2.0
import Facecap

/// A line on standard error that shows how a recording goes, twice a second.
struct RecordingProgress: ProgressDisplay {
    /// What there is to show.
    struct State: Sendable {
        /// Of each camera.
        let recordings: [CaptureMovieFileOutput.Status]
        /// Of each camera.
        let ledgers: [FrameLedger]
        /// How loud the audio of all is; none where there is no audio.
        let channels: [CaptureAudioChannel]
    }

    private let state: @Sendable () -> State
    private var rhythm = ProgressRhythm()
    private var lastCount = 0

    /// - Parameter state: what there is to show now.
    init(state: @escaping @Sendable () -> State) { self.state = state }

    mutating func update(_ count: Int) -> String? {
        guard let elapsed = rhythm.next() else { return nil }
        let rate = elapsed == 0 ? 0 : Double(count - lastCount) * 1e9 / Double(elapsed)
        lastCount = count
        let state = state()
        let recordings = state.recordings
        let faces = recordings.map(\.faceCount).reduce(0, +)
        let seconds = recordings.map(\.duration.seconds).max() ?? 0
        let isPaused = recordings.contains { $0.state.phase == .paused }
        let dropped = state.ledgers.map(\.droppedCount).reduce(0, +)
        let lost = state.ledgers.map(\.lost).reduce(0, +)
        return "\(isPaused ? "paused" : "rec") \(seconds.clockText(decimals: 1))"
            + "  \(RecordingSummary.text(byteCount: recordings.map(\.byteCount).reduce(0, +)))"
            + "  \(FixedDecimal(rate, decimals: 1)?.text ?? "-") fps"
            + "  \(faces.counted("face"))"
            + "  \(dropped) dropped" + (lost > 0 ? "  \(lost) lost" : "")
            + (AudioLevel.text(state.channels).map { "  " + $0 } ?? "")
    }
}
