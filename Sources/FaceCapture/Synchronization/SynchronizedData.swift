public import CaptureSamples
public import FaceValues

/// What one output has of an instant.
public enum SynchronizedData: Sendable {
    /// Why an output has nothing.
    public enum Absence: Sendable, Hashable {
        /// It went on without anything of the instant.
        case none
        /// It had not come so far when the others could wait no longer.
        case late
    }

    /// A picture, of a ``VideoDataOutput``.
    case frame(CapturedFrame)
    /// A frame that the output discarded.
    case droppedFrame(FrameHeader, DropReason)
    /// A frame with its faces, of an ``ObservedFrameOutput``; also one that was skipped or dropped.
    case observedFrame(ObservedFrame<CapturedFrame>)
    /// An image of distances, of a ``DepthDataOutput``.
    case depth(DepthData)
    /// The stretches of sound, of an ``AudioDataOutput``, that overlap the instant: one that overlaps
    /// two is in both.
    case sound([AudioSampleBuffer])
    /// Nothing.
    case missing(Absence)
}
