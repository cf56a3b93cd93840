// SPDX-License-Identifier: Apache-2.0
/// One face in one frame.
///
/// Positions are in the space of the ``FaceObservation`` that holds it. Angles are signed degrees
/// in (-180, 180], `nil` when they could not be told; 0 is upright and frontal.
public struct MetadataFaceObject: Sendable, Hashable {
    /// What a face's position rests on.
    public enum State: String, Sendable, Hashable {
        /// The detector saw it in this frame.
        case observed
        /// Not seen in this frame; the position follows its motion.
        case predicted
        /// Not seen in this frame; the position is the last one seen.
        case held
    }

    /// Greater than 0; stable while the face is in view and never given to another face.
    public var faceID: Int
    /// The face from forehead to chin and ear to ear; may reach beyond the frame.
    public var bounds: Rect
    /// Clockwise in the frame is positive.
    public var rollAngle: Double?
    /// Positive when the nose points to the left edge of the frame.
    public var yawAngle: Double?
    /// Positive when the nose points up.
    public var pitchAngle: Double?
    /// The standard error of the roll in degrees, greater than 0: 95 of 100 are within 1.96 times as much;
    /// `nil` when unknown.
    public var rollSigma: Double?
    /// The standard error of the yaw in degrees.
    public var yawSigma: Double?
    /// The standard error of the pitch in degrees, with what is owed to the shape of a person's face.
    public var pitchSigma: Double?
    /// ``pitchAngle`` less its mean of the last seconds of this face: what the head does, without what is owed
    /// to the shape of the face.
    public var relativePitchAngle: Double?
    /// How far the eye on the left of the image is open, 0...1 of what it is when it is open; `nil` when
    /// unknown or not observed.
    public var leftEyeOpenness: Double?
    /// The same of the eye on the right of the image.
    public var rightEyeOpenness: Double?
    /// How far the mouth is open: the height of the opening in its widths, 0...1.
    public var mouthOpenness: Double?
    /// How long the blink took of which this frame tells, in nanoseconds: from the first frame with closed eyes to the
    /// first with open ones; `nil` when it tells of none.
    public var blinkNanoseconds: Int64?
    /// How long before this frame that blink ended, in nanoseconds; 0 when this is the first frame with open eyes, or
    /// there was no blink.
    public var blinkAgeNanoseconds: Int64 = 0
    /// All points of the face's mesh; `nil` when they were not asked for or the face was not observed.
    public var mesh: [MeshPoint]?
    /// How sure the detector was, 0...1; of the last observation while not observed. `nil` where a movie does not tell.
    public var confidence: Double?
    /// Five points, `nil` when the detector gives none or the face was not observed.
    public var landmarks: FaceLandmarks?
    /// How far the face is from the camera, in meters, greater than 0; `nil` where no depth camera
    /// saw it, and of a face that was not observed.
    public var distance: Double?
    /// How good a photo of the face this frame would make, 0...1: large, sharp, frontal, still and well
    /// lit; `nil` where nobody looked, and of a face that was not observed.
    public var captureQuality: Double?
    /// What ``captureQuality`` is to be told by; `nil` once it is.
    package var sampling: FaceSampling?
    /// What the position rests on.
    public var state: State
    /// Nanoseconds since the face was last observed; 0 when ``state`` is `observed`.
    public var ageNanoseconds: Int64

    /// One face in one frame; the rest is set afterwards.
    public init(
        faceID: Int, bounds: Rect, rollAngle: Double? = nil, yawAngle: Double? = nil,
        pitchAngle: Double? = nil, confidence: Double?, landmarks: FaceLandmarks? = nil,
        distance: Double? = nil, captureQuality: Double? = nil, state: State = .observed,
        ageNanoseconds: Int64 = 0
    ) {
        self.faceID = faceID
        self.bounds = bounds
        self.rollAngle = rollAngle
        self.yawAngle = yawAngle
        self.pitchAngle = pitchAngle
        self.confidence = confidence
        self.landmarks = landmarks
        self.distance = distance
        self.captureQuality = captureQuality
        self.state = state
        self.ageNanoseconds = ageNanoseconds
    }
}
