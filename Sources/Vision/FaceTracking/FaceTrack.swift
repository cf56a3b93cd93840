// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// One face followed through time.
struct FaceTrack {
    /// The colors of a face follow what is seen by this part of the way, or faster at first.
    private static let appearanceShare = 0.1
    /// What overlaps the face as it was seen last by more, intersection over union, is in its place.
    private static let samePlaceOverlap = 0.5
    /// Where a head was turned by more when all of its face was seen, degrees, the box is narrower because it
    /// turns on.
    private static let turningYaw = 25.0

    /// The face's id; `nil` until it is confirmed.
    private(set) var faceID: Int?
    /// What was reported when the face was last seen, apart from its id.
    private(set) var seen: DetectedFace
    /// Where the motion model had the face at that moment, as if the camera had never moved, and the model itself.
    private(set) var seenBounds: Rect
    private var seenMotion: FaceMotion
    /// Where the detector had it.
    private var sightedBounds: Rect
    /// What the whole face is like, and whether only a part of it was seen last.
    private var extent: FaceExtent
    private(set) var wasCovered = false
    /// How far the camera had moved everything then.
    private var lastCamera: Point
    /// The yaw last told by the detector of the whole face.
    private var wholeYaw: Double?
    /// The roll last told by the detector, before smoothing.
    private(set) var rollAngle: Double?
    private var motion: FaceMotion
    private var smoother: FaceSmoother?
    private var rollDrift = AngleDrift()
    private var yawDrift = AngleDrift()
    private var pitchDrift = AngleDrift()
    private var expression = FaceExpression()
    /// The colors of the face and its clothes, and how many looks they are of; `nil` when unknown.
    private(set) var appearance: FaceAppearance?
    private(set) var appearanceCount = 0
    /// What they were in the light before, which may come back.
    private var otherAppearance: FaceAppearance?
    /// What they were at the last look: those of who moves fast change with what is around.
    private var lastAppearance: FaceAppearance?
    /// Nanoseconds since the face was last seen.
    private(set) var ageNanoseconds: Int64 = 0
    /// Nanoseconds since the first analyzed frame that failed to show the face again.
    private(set) var absenceNanoseconds: Int64?
    /// Nanoseconds since the face was first seen.
    private(set) var lifetimeNanoseconds: Int64 = 0
    /// For how long the face was seen, from look to look without a miss, in nanoseconds.
    private(set) var seenNanoseconds: Int64 = 0
    /// Times seen minus times missed.
    private(set) var evidence = 1
    /// Analyzed frames since the face was last seen.
    private var missCount = 0

    /// A face seen for the first time, in a box that has an extent.
    init(_ sighting: FaceSighting, isSmoothed: Bool) {
        let face = sighting.face
        seen = face
        rollAngle = face.rollAngle
        wholeYaw = face.yawAngle
        motion = FaceMotion(sighting.bounds)
        seenMotion = motion
        seenBounds = motion.bounds
        sightedBounds = sighting.bounds
        extent = FaceExtent(sighting.bounds)
        lastCamera = sighting.camera
        expression.observe(face, isCrowded: sighting.isCrowded, nanoseconds: 0)
        if isSmoothed {
            var smoother = FaceSmoother()
            seen = smoother.smooth(face, seconds: .leastNonzeroMagnitude)
            self.smoother = smoother
        }
        noteDrift(seconds: 0)
        noteAppearance(sighting, isCovered: sighting.isCrowded)
    }

    /// How sure the detector was when it last saw the face, 0...1.
    var confidence: Double { seen.confidence }

    /// Whether the last analyzed frame showed the face.
    var wasJustSeen: Bool { absenceNanoseconds == nil }

    /// Where the face is expected now, also while it is hidden, as if the camera had never moved.
    var placeAhead: Rect { motion.bounds }

    /// The same `seconds` from now.
    func placeAhead(afterSeconds seconds: Double) -> Rect {
        var ahead = motion
        ahead.predict(seconds: seconds)
        return ahead.bounds
    }

    /// How badly a place fits this face, see ``FaceMotion/misfit(_:)``.
    func misfit(_ bounds: Rect) -> Double { motion.misfit(bounds) }

    /// How alike the face and a detection are, in the same light or in any; `nil` when unknown.
    func similarity(_ face: DetectedFace, inAnyLight: Bool = false) -> Double? {
        guard let other = face.appearance else { return nil }
        let last = wasJustSeen ? lastAppearance : nil
        return [appearance, otherAppearance, last].compactMap { appearance in
            inAnyLight ? appearance?.similarityInAnyLight(other) : appearance?.similarity(other)
        }.max()
    }

    /// Whether a detection in the place of the face has its shapes: other colors are those of another light then.
    func hasShapes(of sighting: FaceSighting) -> Bool {
        sighting.face.hasKnownShapes && !sighting.isCrowded
            && sightedBounds.intersectionOverUnion(sighting.bounds) > Self.samePlaceOverlap
    }

    /// Lets time pass.
    mutating func step(nanoseconds: Int64) {
        motion.predict(seconds: Double(nanoseconds) * 1e-9)
        ageNanoseconds += nanoseconds
        lifetimeNanoseconds += nanoseconds
        absenceNanoseconds = absenceNanoseconds.map { $0 + nanoseconds }
    }

    /// The detector saw the face now, some time after it saw it before.
    ///
    /// - Parameter isContested: whether another face that is not seen is expected there too: the box may be of both, or
    ///   of the other one, and its colors tell nothing of this one.
    mutating func observe(_ sighting: FaceSighting, isContested: Bool) {
        let face = sighting.face
        let seconds = Double(ageNanoseconds) * 1e-9
        let isPart = extent.note(sighting.bounds, seconds: seconds)
        let isCovered = isPart || sighting.isCrowded
        noteAppearance(sighting, isCovered: isCovered || isContested)
        if missCount > 0 {
            motion = seenMotion
            motion.correct(
                from: seenBounds, to: sighting.bounds, seconds: seconds, steps: missCount + 1,
                isCovered: isPart)
        } else {
            seenNanoseconds += ageNanoseconds
            motion.correct(sighting.bounds, isCovered: isCovered)
        }
        seenMotion = motion
        seenBounds = motion.bounds
        sightedBounds = sighting.bounds
        if !isPart { wholeYaw = face.yawAngle ?? wholeYaw }
        wasCovered = isPart && abs(wholeYaw ?? 0) < Self.turningYaw
        lastCamera = sighting.camera
        rollAngle = face.rollAngle ?? rollAngle
        expression.observe(
            face, isCrowded: sighting.isCrowded || isContested, nanoseconds: ageNanoseconds)
        seen = smoother?.smooth(face, seconds: seconds) ?? face
        noteDrift(seconds: seconds)
        ageNanoseconds = 0
        absenceNanoseconds = nil
        missCount = 0
        evidence += 1
    }

    /// The detector looked and did not see the face.
    mutating func miss() {
        absenceNanoseconds = absenceNanoseconds ?? 0
        missCount += 1
        evidence -= 1
    }

    /// Gives the face its id.
    mutating func confirm(faceID: Int) { self.faceID = faceID }

    private mutating func noteDrift(seconds: Double) {
        rollDrift.observe(seen.rollAngle, seconds: seconds)
        yawDrift.observe(seen.yawAngle, seconds: seconds)
        pitchDrift.observe(seen.pitchAngle, seconds: seconds)
    }

    private mutating func noteAppearance(_ sighting: FaceSighting, isCovered: Bool) {
        guard let new = sighting.face.appearance, !isCovered || appearance == nil else { return }
        if hasShapes(of: sighting),
            similarity(sighting.face, inAnyLight: true) ?? 1 < FaceAssociation.leastSimilarity
        {
            (otherAppearance, appearanceCount) = (appearance, 0)
        } else if let appearance, let other = otherAppearance,
            other.similarity(new) > appearance.similarity(new)
        {
            (self.appearance, otherAppearance) = (other, appearance)
        }
        lastAppearance = new
        appearanceCount += isCovered ? 0 : 1
        guard appearance != nil, appearanceCount > 1 else { return appearance = new }
        appearance?.blend(
            with: new, part: max(Self.appearanceShare, 1 / Double(appearanceCount)))
    }

    /// What the face's position rests on.
    func state(predictionNanoseconds: Int64) -> MetadataFaceObject.State {
        if ageNanoseconds == 0 { return .observed }
        return ageNanoseconds <= predictionNanoseconds ? .predicted : .held
    }

    /// The face as it is reported where the camera has moved everything by `camera`; `nil` until it is confirmed.
    func faceObject(
        predictionNanoseconds: Int64, camera: Point
    ) -> MetadataFaceObject? {
        guard let faceID else { return nil }
        let state = state(predictionNanoseconds: predictionNanoseconds)
        let seconds = Double(ageNanoseconds) * 1e-9
        let roll = rollDrift.told(seen.rollAngle, sigma: seen.rollSigma, after: seconds)
        let yaw = yawDrift.told(seen.yawAngle, sigma: seen.yawSigma, after: seconds)
        let pitch = pitchDrift.told(seen.pitchAngle, sigma: seen.pitchSigma, after: seconds)
        var face = MetadataFaceObject(
            faceID: faceID, bounds: reportedBounds(state, camera: camera),
            rollAngle: roll.angle, yawAngle: yaw.angle, pitchAngle: pitch.angle,
            confidence: seen.confidence, landmarks: state == .observed ? seen.landmarks : nil,
            state: state, ageNanoseconds: ageNanoseconds)
        face.rollSigma = roll.sigma
        face.yawSigma = yaw.sigma
        face.pitchSigma = pitch.sigma
        if state == .observed {
            face.relativePitchAngle = expression.relativePitch
            face.leftEyeOpenness = expression.openness?.leftEye
            face.rightEyeOpenness = expression.openness?.rightEye
            face.mouthOpenness = expression.openness?.mouth
            face.blinkNanoseconds = expression.endedBlink?.nanoseconds
            face.blinkAgeNanoseconds = expression.endedBlink?.ageNanoseconds ?? 0
            face.mesh = seen.mesh
            face.sampling = seen.sampling
        }
        return face
    }

    /// The box last reported, where a state has it.
    func reportedBounds(_ state: MetadataFaceObject.State, camera: Point) -> Rect {
        let (x, y) = (camera.x - lastCamera.x, camera.y - lastCamera.y)
        return switch state {
        case .observed: seen.bounds
        case .predicted: predictedBounds.moved(x: x, y: y)
        case .held: seen.bounds.moved(x: x, y: y)
        }
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
