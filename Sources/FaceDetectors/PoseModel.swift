/// From features to angles: polynomials that mirror as faces do, so a face and its mirror image get
/// opposite yaw and roll and the same pitch.
///
/// Fitted by least squares to drawings of eight heads with known angles (yaw -65...65, pitch
/// -34...34), seen through pairs of crops as ``FaceRefiner`` makes them. Leaving one head out in
/// turn, the mean errors are 3.6 degrees of yaw, 3.7 of pitch and 2.6 of roll over yaw -45...45 and
/// pitch -20...20.
enum PoseModel {
    /// Degrees, positive when the nose points to the left edge of the picture.
    static func yaw(_ f: PoseFeatures) -> Double {
        let x = f.noseAlong
        return
            -(346.2 * x - 231.0 * x * f.eyeDistance - 401.1 * x * x * x
            + 208.5 * x * f.noseAcross - 69.6 * f.mouthShift)
    }

    /// Degrees, positive when the nose points up.
    static func pitch(_ f: PoseFeatures) -> Double {
        41.1 - 320.2 * f.noseAcross - 15.0 * f.eyeDistance - 132.5 * f.noseAlong * f.noseAlong
    }

    /// Degrees by which the face is turned clockwise in what was looked at.
    static func roll(_ f: PoseFeatures) -> Double {
        4.76 * f.eyeTurn + 0.90 * f.middleTurn - 4.49 * f.mouthTurn + 24.92 * f.noseAlong
            - 280.94 * f.noseAlong * f.noseAcross
    }
}
