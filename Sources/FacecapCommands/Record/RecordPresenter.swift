import Facecap

/// Writes what a recording's session finds: to standard output where that is asked for, and to the
/// files beside the movie.
final class RecordPresenter: LivePresenter {
    private let stream: JSONPresenter?
    private let sidecars: Sidecars

    init(stream: JSONPresenter?, sidecars: Sidecars) {
        self.stream = stream
        self.sidecars = sidecars
    }

    func begin() { stream?.begin() }

    func metadataOutput(
        _ output: MetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {
        stream?.metadataOutput(output, didOutput: observation, from: connection)
        sidecars.append(observation, from: connection)
    }

    func metadataOutput(
        _ output: MetadataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) {
        stream?.metadataOutput(output, didReceive: notice, from: connection)
        sidecars.append(StreamEvent(notice))
    }

    func end(_ ending: RunEnding, ledger: FrameLedger) { stream?.end(ending, ledger: ledger) }
}
