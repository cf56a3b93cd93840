// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// The angles of a face by its mesh, with their standard errors.
///
/// The network was made to lay points on faces, not to measure angles: it sees heads that look up or down less
/// so, and that the more the further they are turned to the side. What it leaves out was fitted by least squares
/// to drawings of random people with known angles (yaw -75...75, pitch -25...25, roll -40...40), seen as
/// ``MeshRefiner`` looks at them; half of these people. The errors were fitted to these, then made larger until
/// they hold for 95 of 100 looks at the other half, person by person: ``MeshCalibration``.
struct MeshAngles {
    /// An angle and its standard error, in degrees.
    struct Value {
        let angle: Double
        let sigma: Double
    }

    /// Of an angle with a larger error nothing is told.
    static let largestSigma = 12.0

    let roll: Value
    let yaw: Value
    let pitch: Value

    /// The angles of a pose that was seen in a crop turned by `turn` degrees, of a face whose box has a longer
    /// side of `size` stored pixels.
    init(_ pose: MeshPose, turn: Double, presence: Double, size: Double) {
        let r = Angle.difference(from: turn, to: pose.roll) / 20
        let y = pose.yaw / 45
        let p = pose.pitch / 25
        let side = abs(y)
        let odd = [y, y * side, y * y * y, y * p, y * side * p, r, r * abs(r), r * y * y, r * p]
        let even = [
            1, side, y * y, side * y * y, p, p * p, p * side, p * y * y, r * y, r * y * side,
        ]
        let signs = [1, side, y * y, 20 / max(size, 1), 20 * pose.residual, 1 - presence]
        func value(_ angle: Double, _ terms: [Double], _ calibration: MeshCalibration) -> Value {
            Value(
                angle: angle + Self.sum(calibration.correction, terms),
                sigma: max(Self.sum(calibration.sigma, signs), 0.1))
        }
        roll = value(pose.roll, odd, .roll)
        yaw = value(pose.yaw, odd, .yaw)
        pitch = value(pose.pitch, even, .pitch)
    }

    /// Of a face turned further to the side a look up or down can hardly be told from a tilt: where it seems to
    /// be tilted by more from the nearest quarter turn, roll is not known.
    private static let unsureProfile = (yaw: 59.0, tilt: 15.0)

    /// Whether the roll of a profile may be that of a head that looks up or down.
    private var isUnsureProfile: Bool {
        let tilt = abs(roll.angle - (roll.angle / 90).rounded() * 90)
        return abs(yaw.angle) > Self.unsureProfile.yaw && tilt > Self.unsureProfile.tilt
    }

    /// Writes what can be told into what the detector says.
    func write(to face: inout DetectedFace) {
        (face.rollAngle, face.rollSigma) = isUnsureProfile ? (nil, nil) : Self.told(roll)
        (face.yawAngle, face.yawSigma) = Self.told(yaw)
        (face.pitchAngle, face.pitchSigma) = Self.told(pitch)
    }

    private static func told(_ value: Value) -> (Double?, Double?) {
        guard value.sigma <= largestSigma, value.angle.isFinite else { return (nil, nil) }
        return (Angle.normalized(value.angle), value.sigma)
    }

    private static func sum(_ factors: [Double], _ terms: [Double]) -> Double {
        zip(factors, terms).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
