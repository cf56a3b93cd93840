// SPDX-License-Identifier: Apache-2.0
import FacePreview
import Facecap
import Synchronization

/// Shows the faces as a table on a screen of the terminal's own that is as wide as it is, and what was there
/// before when it ends.
final class ScreenPresenter: RunPresenter {
    private struct Camera {
        var rows: [FaceColumn.Cell] = []
        var codes: [String] = []
        var frameNumber = 0
        var meter = RateMeter()
    }

    private struct State {
        var cameras: [Camera]
        var note = ""
        var nextDrawNanoseconds: Int64 = 0
        var isOpen = false
    }

    /// It is drawn ten times a second: faster than people read, slow enough to cost nothing.
    private static var drawIntervalNanoseconds: Int64 { 100_000_000 }

    private let scenes: [RunScene]
    private let output: RunOutput
    private let descriptor: Int32
    private let places: [String]
    private let usage: String
    private let ledger: @Sendable (Int) -> FrameLedger
    private let summary: TablePresenter
    private let state: Mutex<State>

    /// - Parameters:
    ///   - scenes: what is known of each camera, at least one.
    ///   - descriptor: the terminal behind `output`.
    ///   - places: where else the frames are shown.
    ///   - usage: what its user can do, at the foot of the screen until there is something to tell.
    ///   - ledger: what became of the frames of the camera of an index until now.
    init(
        scenes: [RunScene], output: RunOutput, descriptor: Int32, places: [String], usage: String,
        ledger: @escaping @Sendable (Int) -> FrameLedger
    ) {
        self.scenes = scenes
        self.output = output
        self.descriptor = descriptor
        self.places = places
        self.usage = usage
        self.ledger = ledger
        summary = TablePresenter(
            scenes: scenes, output: output, showsFaces: false, terminal: descriptor)
        state = Mutex(State(cameras: scenes.map { _ in Camera() }))
    }

    deinit { TerminalGuard.release() }

    func begin() {
        TerminalGuard.hold(descriptor)
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
        state.withLock { $0.isOpen = true }
        draw()
    }

    func show(_ observation: FaceObservation, of scene: RunScene) {
        let now = MonotonicClock.nowNanoseconds
        let cells = scene.cells(of: observation)
        let isDue = state.withLock { state in
            state.cameras[scene.index].meter.add(observation, at: now)
            state.cameras[scene.index].frameNumber = observation.frame.number
            state.cameras[scene.index].rows = cells
            if let codes = observation.codes {
                state.cameras[scene.index].codes = codes.objects.map {
                    Messages.printable(CodeContent($0).description)
                }
            }
            guard state.isOpen, now >= state.nextDrawNanoseconds else { return false }
            state.nextDrawNanoseconds = now + Self.drawIntervalNanoseconds
            return true
        }
        if isDue { draw() }
    }

    /// Tells the user something at the foot of the screen.
    func note(_ message: String) {
        state.withLock { $0.note = Messages.printable(message) }
        draw()
    }

    func end(_ ending: RunEnding, ledgers: [FrameLedger], lostAudioCount: Int?) {
        state.withLock { $0.isOpen = false }
        TerminalGuard.release()
        summary.begin()
        summary.end(ending, ledgers: ledgers, lostAudioCount: lostAudioCount)
    }

    private func draw() {
        let size = TerminalSize(of: descriptor) ?? TerminalSize(columns: TextLayout.width, rows: 24)
        let ledgers = scenes.map { ledger($0.index) }
        let text: String? = state.withLock { state in
            guard state.isOpen else { return nil }
            let lines = lines(state, ledgers, size).map { ProgressLine.cut($0, to: size.columns) }
            return "\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
                + "\u{1B}[J"
        }
        if let text { write(text) }
    }

    /// The whole screen, from top to bottom.
    private func lines(
        _ state: State, _ ledgers: [FrameLedger], _ size: TerminalSize
    ) -> [String] {
        var lines: [String] = []
        for (scene, camera) in zip(scenes, state.cameras) {
            lines.append(Messages.printable(scene.named(scene.title)))
            lines.append(Self.status(camera, ledgers[scene.index]))
        }
        lines += places
        let columns = FaceColumn.fitting(
            columns: size.columns, withCamera: scenes[0].camera.name != nil)
        lines.append(columns.map { $0.padded($0.title) }.joined())
        let cells = state.cameras.flatMap(\.rows)
        let codes = state.cameras.flatMap(\.codes)
        let room = max(1, size.rows - lines.count - codes.count - 2)
        for cell in cells.prefix(room) {
            lines.append(columns.map { $0.padded($0.text(cell)) }.joined())
        }
        if cells.count > room { lines.append("and \(cells.count - room) more") }
        if cells.isEmpty { lines.append("no face in view") }
        lines += codes.prefix(max(0, size.rows - lines.count - 1))
        lines.append(state.note.isEmpty ? usage : state.note)
        return lines
    }

    /// What matters most comes first: a narrow terminal cuts the rest.
    private static func status(_ camera: Camera, _ ledger: FrameLedger) -> String {
        let rate = camera.meter.framesPerSecond.flatMap { FixedDecimal($0, decimals: 1)?.text }
        let latency = camera.meter.latency.flatMap { FixedDecimal($0, decimals: 0)?.text }
        let lost = ledger.lost > 0 ? "\(ledger.lost) lost  " : ""
        return "\(rate ?? "-") fps  \(latency ?? "-") ms  \(ledger.droppedCount) dropped  \(lost)"
            + "frame \(camera.frameNumber)  \(ledger.skippedCount) skipped"
    }

    private func write(_ text: String) { output.write(Array(text.utf8)) }
}

extension RunScene {
    /// What is shown: the source, its size and who finds the faces.
    var title: String {
        let detector = header.detector.model ?? header.detectorName
        let (width, height) = (Int(camera.videoSize.width), Int(camera.videoSize.height))
        return "\(camera.sourceName)  \(width)x\(height)  \(detector)"
    }
}
