import Facecap

/// Shows a running session to its user; told of every frame on the metadata queue.
protocol LivePresenter: MetadataOutputDelegate {
    /// Called once, before the first frame.
    func begin() throws(FacecapError)
    /// Called once, after the last frame.
    func end(reason: LiveEnding, ledger: FrameLedger) throws(FacecapError)
}
