public import FaceValues

/// Receives the frames of a ``VideoDataOutput``, on its own thread.
public protocol VideoDataOutputDelegate: AnyObject, Sendable {
    /// A frame, in order.
    func videoDataOutput(
        _ output: VideoDataOutput, didOutput frame: CapturedFrame,
        from connection: CaptureConnection)
    /// A frame that was discarded, in its place among the others.
    func videoDataOutput(
        _ output: VideoDataOutput, didDrop frame: FrameHeader, reason: DropReason,
        from connection: CaptureConnection)
}

extension VideoDataOutputDelegate {
    /// Ignores the loss.
    public func videoDataOutput(
        _ output: VideoDataOutput, didDrop frame: FrameHeader, reason: DropReason,
        from connection: CaptureConnection
    ) {}
}
