public import FaceValues

/// What is known to be in a frame because it was drawn.
public struct StreamTruth: Sendable, Hashable {
    /// Tells the drawn heads apart; not an id of the tracker.
    public let identity: Int
    /// Where the face is and how it is turned, in the normalised stored frame.
    public let face: DetectedFace
    /// The share of the face that lies in the frame, 0...1.
    public let inFrame: Double
    /// The share of the face that other heads hide, 0...1.
    public let occluded: Double

    /// What is known to be in a frame.
    public init(identity: Int, face: DetectedFace, inFrame: Double, occluded: Double) {
        self.identity = identity
        self.face = face
        self.inFrame = inFrame
        self.occluded = occluded
    }
}
