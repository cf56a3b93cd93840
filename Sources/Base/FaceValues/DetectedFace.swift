// SPDX-License-Identifier: Apache-2.0
/// What a detector says of one face in one frame, before it has an identity.
///
/// Positions are pixels of the **stored** frame (as decoded, before any rotation), origin top
/// left; angles have the signs of ``MetadataFaceObject`` and are relative to the stored frame.
public struct DetectedFace: Sendable, Hashable {
    /// The face from forehead to chin and ear to ear; may reach beyond the frame.
    public var bounds: Rect
    /// 0...1.
    public var confidence: Double
    /// Five points, `nil` when the detector gives none.
    public var landmarks: FaceLandmarks?
    /// Clockwise is positive; `nil` when unknown.
    public var rollAngle: Double?
    /// Positive when the nose points to the left edge; `nil` when unknown.
    public var yawAngle: Double?
    /// Positive when the nose points up; `nil` when unknown.
    public var pitchAngle: Double?
    /// The standard error of the roll, in degrees, greater than 0; `nil` when unknown.
    public var rollSigma: Double?
    /// The standard error of the yaw, in degrees.
    public var yawSigma: Double?
    /// The standard error of the pitch, in degrees.
    public var pitchSigma: Double?
    /// How far eyes and mouth are open; `nil` when unknown.
    public var openings: Openings?
    /// All points of the face's mesh, when they were asked for.
    public var mesh: [MetadataFaceObject.MeshPoint]?
    /// Whether it was found as one that is seen from the side; `false` where the detector does not tell.
    package var isProfile = false
    /// Where its mesh lies, for those who follow it; `nil` when there is none.
    package var meshPlace: MeshPlace?
    /// By how much its mesh and that of its mirror image differ; `nil` when that was not looked at.
    package var meshAsymmetry: MeshAsymmetry?
    /// Whether the shapes in it are those of the face that was there at a look before: that face, in whatever light.
    package var hasKnownShapes = false
    /// Whether another face in its place became this one little by little, as in a dissolve: it is somebody else's.
    package var replacesAnother = false
    /// The colors of the face, for the tracker alone; `nil` when nobody looked.
    package var appearance: FaceAppearance?
    /// What its luma is like, for its quality alone; `nil` when nobody looked.
    package var sampling: FaceSampling?

    /// What a detector says of one face; the rest is set afterwards.
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
