public import FaceValues

/// Receives what a ``MetadataOutput`` finds, on its metadata queue: a slow delegate makes a live
/// session skip analysis and a file wait.
public protocol MetadataOutputDelegate: AnyObject, Sendable {
    /// The faces of one frame; called for every frame that entered the session, in order.
    func metadataOutput(
        _ output: MetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection)
    /// Something that happened between two frames.
    func metadataOutput(
        _ output: MetadataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection)
}

extension MetadataOutputDelegate {
    /// Ignores the notice.
    public func metadataOutput(
        _ output: MetadataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) {}
}
