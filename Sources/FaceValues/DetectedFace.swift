/// What a detector says of one face in one picture, before it has an identity.
///
/// Positions are pixels of the **stored** picture (as decoded, before any rotation), origin top
/// left; angles have the signs of ``FaceObject`` and are relative to the stored picture.
public struct DetectedFace: Sendable, Hashable {
    public var bounds: Rect
    /// 0...1.
    public var confidence: Double
    public var landmarks: FaceLandmarks?
    public var rollAngle: Double?
    public var yawAngle: Double?
    public var pitchAngle: Double?

    /// What a detector says of one face.
    public init(
        bounds: Rect, confidence: Double, landmarks: FaceLandmarks? = nil,
        rollAngle: Double? = nil, yawAngle: Double? = nil, pitchAngle: Double? = nil
    ) {
        self.bounds = bounds
        self.confidence = confidence
        self.landmarks = landmarks
        self.rollAngle = rollAngle
        self.yawAngle = yawAngle
        self.pitchAngle = pitchAngle
    }
}
