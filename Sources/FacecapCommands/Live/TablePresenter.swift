import Facecap

/// Shows the faces as a table for people: each frame with faces adds its rows.
final class TablePresenter: LivePresenter {
    private let scenes: [LiveScene]
    private let output: LiveOutput
    private let showsFaces: Bool

    /// - Parameters:
    ///   - scenes: what is known of each camera, at least one.
    ///   - showsFaces: whether there is a table between the beginning and the end.
    init(scenes: [LiveScene], output: LiveOutput, showsFaces: Bool = true) {
        self.showsFaces = showsFaces
        self.scenes = scenes
        self.output = output
    }

    func begin() {
        for scene in scenes { write(Messages.printable(scene.named(scene.title)) + "\n") }
        if showsFaces { write(FaceRow.heading(scenes[0].camera.name.map { _ in "camera" }) + "\n") }
    }

    func show(_ observation: FaceObservation, of scene: LiveScene) {
        guard showsFaces, !observation.faces.isEmpty else { return }
        let transform = scene.transform(of: observation)
        let decimals = scene.header.space == .displayed ? 3 : 0
        let rows = observation.faces.map { face in
            FaceRow.text(
                transform.apply(face), camera: scene.camera.name,
                time: observation.presentationTime, decimals: decimals)
        }
        write(rows.joined(separator: "\n") + "\n")
    }

    func end(_ ending: RunEnding, ledgers: [FrameLedger], lostSoundCount: Int?) {
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

    private func write(_ text: String) { output.write(Array(text.utf8)) }
}
