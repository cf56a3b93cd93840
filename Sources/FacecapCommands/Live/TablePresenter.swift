import Facecap
import Synchronization

/// Shows the faces as a table for people: on a terminal it refreshes in place, elsewhere each frame
/// with faces adds its rows.
final class TablePresenter: LivePresenter {
    private struct State {
        var drawnLines = 0
        var nextDrawNanoseconds: Int64 = 0
        var last: [String] = []
        var isDrawn = true
    }

    /// A terminal is drawn ten times a second: faster than people read, slow enough to cost nothing.
    private static var drawIntervalNanoseconds: Int64 { 100_000_000 }

    private let scene: LiveScene
    private let output: LiveOutput
    private let isTerminal: Bool
    private let state = Mutex(State())

    init(scene: LiveScene, output: LiveOutput, isTerminal: Bool) {
        self.scene = scene
        self.output = output
        self.isTerminal = isTerminal
    }

    func begin() {
        let video = scene.header.videoSize
        let detector = scene.header.modelName ?? scene.header.detectorName
        let title =
            "\(scene.header.sourceName)  \(Int(video.width))x\(Int(video.height))  \(detector)"
        write(Messages.printable(title) + "\n")
        if !isTerminal { write(FaceRow.heading + "\n") }
    }

    func metadataOutput(
        _ output: MetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {
        let transform = scene.transform(of: observation, on: connection)
        let decimals = scene.header.space == .displayed ? 3 : 0
        let rows = observation.faces.map { face in
            FaceRow.text(
                transform.apply(face), time: observation.presentationTime, decimals: decimals)
        }
        if isTerminal {
            let frame = "frame \(observation.frame.number), \(rows.count) faces"
            redraw([frame, FaceRow.heading] + rows, isLast: false)
        } else if !rows.isEmpty {
            write(rows.joined(separator: "\n") + "\n")
        }
    }

    func end(_ ending: RunEnding, ledger: FrameLedger) {
        if isTerminal { redraw(nil, isLast: true) }
        let skipped = ledger.skipped.values.reduce(0, +)
        let dropped = ledger.dropped.values.reduce(0, +)
        write(
            "\(ledger.captured) \(ledger.captured == 1 ? "frame" : "frames"), "
                + "\(ledger.analysed) analysed, \(skipped) skipped, "
                + "\(dropped) dropped, \(ledger.lost) lost\n")
    }

    private func redraw(_ lines: [String]?, isLast: Bool) {
        let text: String? = state.withLock { state in
            if let lines {
                state.last = lines
                state.isDrawn = false
            }
            let now = MonotonicClock.nowNanoseconds
            guard !state.isDrawn, isLast || now >= state.nextDrawNanoseconds else { return nil }
            // Up to the first line of the table, then clear to the end of the screen.
            let up = state.drawnLines > 0 ? "\u{1B}[\(state.drawnLines)A" : ""
            state.drawnLines = state.last.count
            state.nextDrawNanoseconds = now + Self.drawIntervalNanoseconds
            state.isDrawn = true
            return up + "\u{1B}[J" + state.last.joined(separator: "\n") + "\n"
        }
        if let text { write(text) }
    }

    private func write(_ text: String) { output.write(Array(text.utf8)) }
}
