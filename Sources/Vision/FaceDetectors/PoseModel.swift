// SPDX-License-Identifier: Apache-2.0
/// From features to angles: polynomials that mirror as faces do, so a face and its mirror image get
/// opposite yaw and roll and the same pitch.
///
/// Fitted by least squares to drawings of eight heads with known angles (yaw -65...65, pitch
/// -34...34), seen through pairs of crops as ``FaceRefiner`` makes them. Every network has its own,
/// because each draws the points towards those of an upright face in its own way.
struct PoseModel {
    /// Factors of the nose's shift, of it times the distance of the eyes, of its cube, of it times
    /// the nose's height, and of the mouth's shift.
    let yawFactors: (Double, Double, Double, Double, Double)
    /// What is added, then factors of the nose's height, the distance of the eyes, the square of the
    /// nose's shift, eyes and mouth in the box, and its width.
    let pitchFactors: (Double, Double, Double, Double, Double, Double, Double)
    /// Factors of the turns of eyes, middle and mouth, of the nose's shift, and of it times the
    /// nose's height.
    let rollFactors: (Double, Double, Double, Double, Double)
    /// The standard errors of random people that nothing was fitted to: of a face that looks ahead, and what is added
    /// for each 45 degrees of yaw, or, for roll and pitch, their square.
    let rollSigma, yawSigma, pitchSigma: (Double, Double)

    /// Of YuNet. Yaw was fitted to 180 random people of two renderers, and to faces of videos beside their meshes; pitch is
    /// halfway between that and what was fitted to the eight heads. For 40 other such people the mean errors over yaw
    /// -60...60 are 4.7 degrees of yaw, 6.4 of pitch and 3.8 of roll.
    static let yunet = PoseModel(
        yawFactors: (-354.05, 247.23, 374.42, -287.06, -37.35),
        pitchFactors: (28.6, -304.0, -2.4, -86.1, 0, 0, 0),
        rollFactors: (4.76, 0.90, -4.49, 24.92, -280.94),
        rollSigma: (3, 11.4), yawSigma: (4.5, 3.5), pitchSigma: (7.5, 4.5))

    /// Of CenterFace, whose points alone hardly tell pitch; its box does. Leaving one head out in
    /// turn, the mean errors are 2.9 degrees of yaw, 3.9 of pitch and 3.3 of roll over the same. Roll
    /// was fitted to crops turned by up to 15 degrees too much or too little: fitted to smaller turns
    /// it lags behind heads that tilt.
    static let centerface = PoseModel(
        yawFactors: (-485.53, 357.69, 1301.35, -92.69, 8.34),
        pitchFactors: (474.90, 54.27, 12.52, 126.51, -172.92, -478.59, -87.58),
        rollFactors: (4.62, 1.71, -5.98, 47.82, -689.82),
        rollSigma: (2.2, 5.5), yawSigma: (2.7, 2.3), pitchSigma: (5.3, 3.5))

    /// Degrees, positive when the nose points to the left edge of the image.
    func yaw(_ f: PoseFeatures) -> Double {
        let x = f.noseAlong
        let k = yawFactors
        let bent = k.0 * x + k.1 * x * f.eyeDistance + k.2 * x * x * x
        return bent + k.3 * x * f.noseAcross + k.4 * f.mouthShift
    }

    /// Degrees, positive when the nose points up.
    func pitch(_ f: PoseFeatures) -> Double {
        let k = pitchFactors
        let ofPoints =
            k.0 + k.1 * f.noseAcross + k.2 * f.eyeDistance + k.3 * f.noseAlong * f.noseAlong
        return ofPoints + k.4 * f.eyesInBox + k.5 * f.mouthInBox + k.6 * f.boxWidth
    }

    /// Degrees by which the face is turned clockwise in what was looked at.
    func roll(_ f: PoseFeatures) -> Double {
        let k = rollFactors
        let ofTurns = k.0 * f.eyeTurn + k.1 * f.middleTurn + k.2 * f.mouthTurn
        return ofTurns + k.3 * f.noseAlong + k.4 * f.noseAlong * f.noseAcross
    }
}
