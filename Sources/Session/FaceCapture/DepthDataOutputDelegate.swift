public import FaceValues

/// Receives the pictures of distances of a ``DepthDataOutput``, on its own thread.
public protocol DepthDataOutputDelegate: AnyObject, Sendable {
    /// A picture of distances, in order.
    func depthDataOutput(
        _ output: DepthDataOutput, didOutput depthData: DepthData,
        from connection: CaptureConnection)
    /// A picture of distances that was discarded, in its place among the others.
    func depthDataOutput(
        _ output: DepthDataOutput, didDrop frame: FrameHeader, reason: DropReason,
        from connection: CaptureConnection)
}

extension DepthDataOutputDelegate {
    /// Ignores the loss.
    public func depthDataOutput(
        _ output: DepthDataOutput, didDrop frame: FrameHeader, reason: DropReason,
        from connection: CaptureConnection
    ) {}
}
