import Facecap

/// Keeps what is found in a film, for a movie and for the files beside it.
final class AnalyzePresenter: LivePresenter {
    private let collector: FaceTrackCollector?
    private let sidecars: Sidecars

    init(collector: FaceTrackCollector?, sidecars: Sidecars) {
        self.collector = collector
        self.sidecars = sidecars
    }

    func begin() {}

    func metadataOutput(
        _ output: MetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {
        collector?.append(observation)
        sidecars.append(observation, from: connection)
    }

    func metadataOutput(
        _ output: MetadataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) { sidecars.append(StreamEvent(notice)) }

    func end(_ ending: RunEnding, ledger: FrameLedger) {}
}
