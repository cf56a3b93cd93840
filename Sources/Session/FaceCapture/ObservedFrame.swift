public import FaceValues

/// A frame with what was found in it.
///
/// `Frame` is what an output keeps of a frame until that is known: its image, or less.
public struct ObservedFrame<Frame> {
    /// Which frame it is, and when.
    public let header: CapturedFrame.Header
    /// `nil` where nothing is kept, as the frame was dropped or passed by.
    public let frame: Frame?
    /// `nil` where nobody looks at the frames, and where it has not come in time.
    public let observation: FaceObservation?
}

extension ObservedFrame: Sendable where Frame: Sendable {}
