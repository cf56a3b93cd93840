// SPDX-License-Identifier: Apache-2.0
extension DetectedFace {
    /// Of a face turned further to the side a look up or down can hardly be told from a tilt.
    private static let profileYaw = 60.0
    /// What a profile may be tilted from the nearest quarter turn for its roll to be believed.
    private static let believedTilt = 20.0
    /// Of a face turned further yet the roll is wrong by up to 25 degrees.
    private static let yawWithoutRoll = 66.0

    /// Whether the roll of a face with that yaw may be that of a head that looks up or down.
    package static func isUnsure(roll: Double, yaw: Double) -> Bool {
        let tilt = abs(roll - (roll / 90).rounded() * 90)
        return abs(yaw) > yawWithoutRoll || abs(yaw) > profileYaw && tilt > believedTilt
    }
}
