import Facecap
import Synchronization

/// Shows the faces as a table for people: on a terminal it refreshes in place, elsewhere each frame
/// with faces adds its rows.
final class TablePresenter: LivePresenter {
    private struct State {
        var drawnLines = 0
        var nextDrawNanoseconds: Int64 = 0
        /// The lines of each camera.
        var last: [[String]]
        var isDrawn = true
    }

    /// A terminal is drawn ten times a second: faster than people read, slow enough to cost nothing.
    private static var drawIntervalNanoseconds: Int64 { 100_000_000 }

    private let scenes: [LiveScene]
    private let output: LiveOutput
    private let isTerminal: Bool
    private let showsFaces: Bool
    private let state: Mutex<State>
    private let heading: String

    /// - Parameters:
    ///   - scenes: what is known of each camera, at least one.
    ///   - showsFaces: whether there is a table between the beginning and the end.
    init(scenes: [LiveScene], output: LiveOutput, isTerminal: Bool, showsFaces: Bool = true) {
        self.showsFaces = showsFaces
        self.scenes = scenes
        self.output = output
        state = Mutex(State(last: scenes.map { _ in [] }))
        heading = FaceRow.heading(scenes[0].camera.name.map { _ in "camera" })
        self.isTerminal = isTerminal
    }

    func begin() {
        for scene in scenes {
            let video = scene.camera.videoSize
            let detector = scene.header.modelName ?? scene.header.detectorName
            let title =
                "\(scene.camera.sourceName)  \(Int(video.width))x\(Int(video.height))  \(detector)"
            write(Messages.printable(scene.named(title)) + "\n")
        }
        if !isTerminal, showsFaces { write(heading + "\n") }
    }

    func show(_ observation: FaceObservation, of scene: LiveScene) {
        guard showsFaces else { return }
        let transform = scene.transform(of: observation)
        let decimals = scene.header.space == .displayed ? 3 : 0
        let rows = observation.faces.map { face in
            FaceRow.text(
                transform.apply(face), camera: scene.camera.name,
                time: observation.presentationTime, decimals: decimals)
        }
        if isTerminal {
            let frame = "frame \(observation.frame.number), \(rows.count) faces"
            redraw([scene.named(frame), heading] + rows, of: scene)
        } else if !rows.isEmpty {
            write(rows.joined(separator: "\n") + "\n")
        }
    }

    func end(_ ending: RunEnding, ledgers: [FrameLedger], lostSoundCount: Int?) {
        if isTerminal { redraw(nil, of: nil) }
        for (scene, ledger) in zip(scenes, ledgers) {
            let skipped = ledger.skipped.values.reduce(0, +)
            let dropped = ledger.dropped.values.reduce(0, +)
            let summary =
                "\(ledger.captured) \(ledger.captured == 1 ? "frame" : "frames"), "
                + "\(ledger.analysed) analysed, \(skipped) skipped, "
                + "\(dropped) dropped, \(ledger.lost) lost"
            write(scene.named(summary) + "\n")
        }
    }

    /// Draws all cameras again with the new lines of one, when it is time; without one, what has not
    /// been drawn yet.
    private func redraw(_ lines: [String]?, of scene: LiveScene?) {
        let text: String? = state.withLock { state in
            if let lines, let scene {
                state.last[scene.index] = lines
                state.isDrawn = false
            }
            let now = MonotonicClock.nowNanoseconds
            guard !state.isDrawn, scene == nil || now >= state.nextDrawNanoseconds else {
                return nil
            }
            // Up to the first line of the table, then clear to the end of the screen.
            let up = state.drawnLines > 0 ? "\u{1B}[\(state.drawnLines)A" : ""
            let all = state.last.flatMap(\.self)
            state.drawnLines = all.count
            state.nextDrawNanoseconds = now + Self.drawIntervalNanoseconds
            state.isDrawn = true
            return up + "\u{1B}[J" + all.joined(separator: "\n") + "\n"
        }
        if let text { write(text) }
    }

    private func write(_ text: String) { output.write(Array(text.utf8)) }
}
