import Facecap

/// Shows a running session to its user; told of every frame on the metadata queue.
protocol LivePresenter: MetadataOutputDelegate {
    /// Called once, before the first frame.
    func begin()
    /// Called once, after the last frame.
    func end(_ ending: RunEnding, ledger: FrameLedger)
}
