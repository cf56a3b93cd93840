public import FaceValues

/// What is true of one drawn face in one frame.
///
/// Positions are pixels of the image, origin top left, and may lie outside it.
public struct SyntheticFaceTruth: Sendable, Hashable {
    /// Which of the eight heads it is, 0...7; the same for the whole run, also for a head that left
    /// the image and came back.
    public let faceIdentity: Int
    /// The face from hairline to chin and ear to ear.
    public let bounds: Rect
    /// Degrees, positive when the nose points to the left edge of the image.
    public let yawAngle: Double
    /// Degrees, positive when the nose points up.
    public let pitchAngle: Double
    /// Degrees, positive clockwise in the image.
    public let rollAngle: Double
    /// On the surface of the face, whether or not they can be seen.
    public let landmarks: FaceLandmarks
    /// The share of `bounds` that lies in the image, 0...1.
    public let inFrame: Double
    /// The share of the face that other people hide, 0...1, measured on a grid of 64 columns.
    public let occluded: Double
}
