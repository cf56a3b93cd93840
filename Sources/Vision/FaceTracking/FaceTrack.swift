import FaceValues

/// One face followed through time.
struct FaceTrack {
    /// The face's id; `nil` until it is confirmed.
    private(set) var faceID: Int?
    /// What was reported when the face was last seen, apart from its id.
    private var seen: DetectedFace
    /// Where the motion model had the face at that moment.
    private var seenBounds: Rect
    /// The roll last told by the detector, before smoothing.
    private(set) var rollAngle: Double?
    private var motion: FaceMotion
    private var smoother: FaceSmoother?
    private var expression = FaceExpression()
    /// Nanoseconds since the face was last seen.
    private(set) var ageNanoseconds: Int64 = 0
    /// Nanoseconds since the first analysed frame that failed to show the face again.
    private(set) var absenceNanoseconds: Int64?
    /// Nanoseconds since the face was first seen.
    private(set) var lifetimeNanoseconds: Int64 = 0
    /// Times seen minus times missed.
    private(set) var evidence = 1

    /// A face seen for the first time, in a box that has an extent.
    init(_ face: DetectedFace, isSmoothed: Bool) {
        seen = face
        rollAngle = face.rollAngle
        motion = FaceMotion(face.bounds)
        seenBounds = motion.bounds
        expression.observe(face, nanoseconds: 0)
        if isSmoothed {
            var smoother = FaceSmoother()
            seen = smoother.smooth(face, seconds: .leastNonzeroMagnitude)
            self.smoother = smoother
        }
    }

    /// How sure the detector was when it last saw the face, 0...1.
    var confidence: Double { seen.confidence }

    /// Where the face is expected now, also while it is hidden.
    var expectedBounds: Rect { motion.bounds }

    /// Where the face is expected `seconds` from now.
    func expectedBounds(afterSeconds seconds: Double) -> Rect {
        var ahead = motion
        ahead.predict(seconds: seconds)
        return ahead.bounds
    }

    /// How badly a detection fits this face, see ``FaceMotion/misfit(_:)``.
    func misfit(_ bounds: Rect) -> Double { motion.misfit(bounds) }

    /// Lets time pass.
    mutating func step(nanoseconds: Int64) {
        motion.predict(seconds: Double(nanoseconds) * 1e-9)
        ageNanoseconds += nanoseconds
        lifetimeNanoseconds += nanoseconds
        absenceNanoseconds = absenceNanoseconds.map { $0 + nanoseconds }
    }

    /// The detector saw the face now, some time after it saw it before.
    mutating func observe(_ face: DetectedFace) {
        motion.correct(face.bounds)
        seenBounds = motion.bounds
        rollAngle = face.rollAngle ?? rollAngle
        expression.observe(face, nanoseconds: ageNanoseconds)
        seen = smoother?.smooth(face, seconds: Double(ageNanoseconds) * 1e-9) ?? face
        ageNanoseconds = 0
        absenceNanoseconds = nil
        evidence += 1
    }

    /// The detector looked and did not see the face.
    mutating func miss() {
        absenceNanoseconds = absenceNanoseconds ?? 0
        evidence -= 1
    }

    /// Gives the face its id.
    mutating func confirm(faceID: Int) { self.faceID = faceID }

    /// The face as it is reported; `nil` until it is confirmed.
    func faceObject(predictionNanoseconds: Int64) -> MetadataFaceObject? {
        guard let faceID else { return nil }
        let state: MetadataFaceObject.State =
            if ageNanoseconds == 0 {
                .observed
            } else if ageNanoseconds <= predictionNanoseconds {
                .predicted
            } else {
                .held
            }
        var face = MetadataFaceObject(
            faceID: faceID, bounds: state == .predicted ? predictedBounds : seen.bounds,
            rollAngle: seen.rollAngle, yawAngle: seen.yawAngle, pitchAngle: seen.pitchAngle,
            confidence: seen.confidence, landmarks: state == .observed ? seen.landmarks : nil,
            state: state, ageNanoseconds: ageNanoseconds)
        face.rollSigma = seen.rollSigma
        face.yawSigma = seen.yawSigma
        face.pitchSigma = seen.pitchSigma
        if state == .observed {
            face.relativePitchAngle = expression.relativePitch
            face.leftEyeOpenness = expression.openness?.leftEye
            face.rightEyeOpenness = expression.openness?.rightEye
            face.mouthOpenness = expression.openness?.mouth
            face.blinkNanoseconds = expression.endedBlink
            face.mesh = seen.mesh
        }
        return face
    }

    /// The box last reported, moved and stretched as the motion model says.
    private var predictedBounds: Rect {
        let expected = motion.bounds
        let width = seen.bounds.width * expected.width / seenBounds.width
        let height = seen.bounds.height * expected.height / seenBounds.height
        return Rect(
            x: seen.bounds.center.x + expected.center.x - seenBounds.center.x - width / 2,
            y: seen.bounds.center.y + expected.center.y - seenBounds.center.y - height / 2,
            width: width, height: height)
    }
}
