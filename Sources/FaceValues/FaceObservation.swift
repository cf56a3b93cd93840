/// What is known of the faces of one frame; there is one for **every** frame that entered the
/// session, also when it holds no face or was not analysed.
public struct FaceObservation: Sendable, Hashable {
    /// The frame that was analysed, not the frame being shown when the result arrived.
    public let frame: FrameID
    /// The frame's own time stamp.
    public let presentationTime: MediaTime
    /// `CLOCK_MONOTONIC` when the frame was captured, in nanoseconds.
    public let captureNanoseconds: Int64
    /// How the frame ended.
    public let outcome: FrameOutcome
    /// Faces by ascending ``FaceObject/faceID``. Of a frame that was not analysed they are
    /// `predicted` or `held`, and an empty list does not mean that there was no face.
    public let faces: [FaceObject]

    /// What is known of the faces of one frame.
    public init(
        frame: FrameID, presentationTime: MediaTime, captureNanoseconds: Int64,
        outcome: FrameOutcome, faces: [FaceObject]
    ) {
        self.frame = frame
        self.presentationTime = presentationTime
        self.captureNanoseconds = captureNanoseconds
        self.outcome = outcome
        self.faces = faces
    }
}
