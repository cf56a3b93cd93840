/// Receives the frames of an ``ObservedFrameOutput`` with what was found in them.
public protocol ObservedFrameOutputDelegate: AnyObject, Sendable {
    /// A frame, in order; each that entered the session comes once, without its image where it was dropped.
    func observedFrameOutput(
        _ output: ObservedFrameOutput, didOutput frame: ObservedFrame<CapturedFrame>,
        from connection: CaptureConnection)
}
