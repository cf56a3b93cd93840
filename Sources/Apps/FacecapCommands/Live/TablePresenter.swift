// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Shows the faces as a table for people: each frame with faces adds its rows.
final class TablePresenter: RunPresenter {
    private let scenes: [RunScene]
    private let output: RunOutput
    private let showsFaces: Bool
    /// The terminal between whose words lines are broken.
    private let terminal: Int32?
    /// The codes of each camera's last look.
    private let codes = Mutex<[Int: [CodeContent]]>([:])

    /// - Parameters:
    ///   - scenes: what is known of each camera, at least one.
    ///   - showsFaces: whether there is a table between the beginning and the end.
    ///   - terminal: the terminal behind `output`; `nil` for lines of any length.
    init(
        scenes: [RunScene], output: RunOutput, showsFaces: Bool = true, terminal: Int32? = nil
    ) {
        self.showsFaces = showsFaces
        self.terminal = terminal
        self.scenes = scenes
        self.output = output
    }

    func begin() {
        for scene in scenes { writeSentence(Messages.printable(scene.named(scene.title))) }
        if showsFaces { write(FaceRow.heading(scenes[0].camera.name.map { _ in "camera" }) + "\n") }
    }

    func show(_ observation: FaceObservation, of scene: RunScene) {
        if showsFaces, let codes = observation.codes { show(codes, observation, of: scene) }
        guard showsFaces, !observation.faces.isEmpty else { return }
        write(scene.cells(of: observation).map { FaceRow.text($0) + "\n" }.joined())
    }

    /// Writes codes that were not there at the look before.
    private func show(
        _ codes: FaceObservation.Codes, _ observation: FaceObservation, of scene: RunScene
    ) {
        let contents = codes.objects.map(CodeContent.init)
        let known = self.codes.withLock { all in
            all.updateValue(contents, forKey: scene.index) ?? []
        }
        for code in contents where !known.contains(code) {
            let row = FaceRow.text(
                Messages.printable(code.description), camera: scene.camera.name,
                time: observation.presentationTime)
            write(row + "\n")
        }
    }

    func end(_ ending: RunEnding, ledgers: [FrameLedger], lostAudioCount: Int?) {
        for (scene, ledger) in zip(scenes, ledgers) {
            let skipped = ledger.skippedCount
            let dropped = ledger.droppedCount
            let summary =
                "\(ledger.captured.counted("frame")), "
                + "\(ledger.analysed) analyzed, \(skipped) skipped, "
                + "\(dropped) dropped, \(ledger.lost) lost"
            writeSentence(scene.named(summary))
        }
    }

    private func writeSentence(_ text: String) {
        let columns = terminal.flatMap { TerminalSize(of: $0)?.columns } ?? .max
        let fits = text.count <= columns
        write((fits ? text : TextLayout.wrap(text, width: columns)) + "\n")
    }

    private func write(_ text: String) { output.write(Array(text.utf8)) }
}

/// A code without its place.
struct CodeContent: Sendable, Hashable, CustomStringConvertible {
    private let symbology: MetadataMachineReadableCodeObject.Symbology
    private let content: MetadataMachineReadableCodeObject.Content

    init(_ code: MetadataMachineReadableCodeObject) {
        (symbology, content) = (code.symbology, code.content)
    }

    var description: String {
        switch content {
        case .text(let text): "\(symbology.rawValue) \(text)"
        case .bytes(let bytes): "\(symbology.rawValue) with \(bytes.count.counted("byte"))"
        }
    }
}
