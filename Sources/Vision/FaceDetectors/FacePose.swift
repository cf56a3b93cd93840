// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// The pose that both looks at a face agree on; see ``FaceCrops``.
struct FacePose {
    /// Of faces turned further nothing is known but the side they look to.
    private static let maximumYaw = 75.0
    /// Beyond this yaw the points overlap too much to tell pitch.
    private static let maximumYawForPitch = 65.0
    private static let maximumPitch = 50.0
    /// How much the looks may differ in where the nose is.
    private static let maximumNoseShift = 0.25

    /// The turn left over, in degrees, clockwise.
    let roll: Double
    /// Degrees, positive when the nose points to the left edge; `nil` when not reliable.
    let yaw: Double?
    /// Degrees, positive when the nose points up; `nil` when not reliable.
    let pitch: Double?

    /// The pose of a face seen in two crops; `nil` when they contradict each other.
    init?(_ first: FaceInCrop, _ second: FaceInCrop, model: PoseModel) {
        guard let a = PoseFeatures(first), let b = PoseFeatures(second),
            abs(a.noseAlong - b.noseAlong) <= Self.maximumNoseShift,
            abs(a.noseAcross - b.noseAcross) <= Self.maximumNoseShift
        else { return nil }
        let features = PoseFeatures.mean(a, b)
        roll = model.roll(features)
        let yaw = model.yaw(features)
        let pitch = model.pitch(features)
        self.yaw = abs(yaw) <= Self.maximumYaw ? yaw : nil
        let isTold = abs(yaw) <= Self.maximumYawForPitch && abs(pitch) <= Self.maximumPitch
        self.pitch = isTold ? pitch : nil
    }

    /// Writes what can be told, of a face seen in crops turned by `turn` degrees, with its standard errors: those
    /// that heads of other people had which the model was not fitted to.
    ///
    /// The points of a face that is turned to the side lean towards upright, and tell less and less of its roll.
    func write(turn: Double, model: PoseModel, to face: inout DetectedFace) {
        let side = abs(yaw ?? Self.maximumYaw) / 45
        func set(
            _ angle: Double?, _ sigma: Double, _ key: WritableKeyPath<DetectedFace, Double?>,
            _ sigmaKey: WritableKeyPath<DetectedFace, Double?>
        ) {
            let isTold = angle != nil && sigma <= MeshAngles.largestSigma
            face[keyPath: key] = isTold ? angle : nil
            face[keyPath: sigmaKey] = isTold ? sigma : nil
        }
        set(
            yaw == nil ? nil : Angle.normalized(turn + roll),
            model.rollSigma.0 + model.rollSigma.1 * side * side, \.rollAngle, \.rollSigma)
        set(yaw, model.yawSigma.0 + model.yawSigma.1 * side, \.yawAngle, \.yawSigma)
        set(
            pitch, model.pitchSigma.0 + model.pitchSigma.1 * side * side, \.pitchAngle,
            \.pitchSigma)
    }
}
