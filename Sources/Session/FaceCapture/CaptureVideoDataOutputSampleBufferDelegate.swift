public import FaceValues

/// Receives the frames of a ``CaptureVideoDataOutput``, each of which comes once, whole or as what is left of it.
public protocol CaptureVideoDataOutputSampleBufferDelegate: AnyObject, Sendable {
    /// A frame, in order.
    ///
    /// - Parameter observation: what was found in it; `nil` where the output does not include faces, where
    ///   nobody looks for any, and where that has not come in time.
    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didOutput frame: CapturedFrame,
        observation: FaceObservation?,
        from connection: CaptureConnection)
    /// A frame that was discarded, in its place among the others.
    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didDrop frame: CapturedFrame.Header,
        reason: FrameLedger.DropReason,
        from connection: CaptureConnection)
}

extension CaptureVideoDataOutputSampleBufferDelegate {
    /// Ignores the loss.
    public func videoDataOutput(
        _ output: CaptureVideoDataOutput, didDrop frame: CapturedFrame.Header,
        reason: FrameLedger.DropReason,
        from connection: CaptureConnection
    ) {}
}
