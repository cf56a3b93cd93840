// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc

/// The angles of a face by its mesh, with their standard errors.
///
/// The network was made to lay points on faces, not to measure angles: it sees heads that look up or down less
/// so, and that the more the further they are turned to the side. What it leaves out is a turn about axes of the
/// image, a polynomial of yaw and pitch, fitted by least squares to drawings of random people with known angles (yaw
/// -65...65, pitch -25...25, roll -40...40). It is no sum of angles, as a small turn about the image's x is a large one
/// of both roll and pitch where a head is seen from the side. ``MeshShape`` turns it further, by no more than
/// ``largestTurnByShape``. The standard errors, ``MeshCalibration/Sigma``, were fitted to 17,900 looks at 450 people of the
/// synthetic camera and 24 of another renderer who took no part in the rest, and are larger by 24 to 38 of 100: people differ
/// more than drawings do.
struct MeshAngles {
    /// An angle and its standard error, in degrees.
    struct Value {
        let angle: Double
        let sigma: Double
    }

    /// Of an angle with a larger error nothing is told.
    static let largestSigma = 12.0
    /// Of a roll with a larger error nothing is told: boxes that are drawn are turned by it.
    private static let largestRollSigma = 6.9
    /// Of a face that looks further to a side no roll is told. Of 168 drawn people who turned from -75 to 75 degrees it was
    /// off by more than 4, and by no more than 6.9, in ten up to a yaw of 60 and in four more up to 64; and of four a yaw of
    /// 60 was measured as more than this.
    private static let largestYawOfRoll = 63.0

    /// In degrees: a larger turn is one of a shape that the calibration did not see, or of points that lie askew. Of
    /// random people it was larger in one of 100 looks, nearly all at a yaw of more than 60 degrees.
    private static let largestTurnByShape = 20.0

    let roll: Value
    let yaw: Value
    let pitch: Value
}

extension MeshAngles {
    /// The angles of a face with the points of `mesh` and their pose, of which the network is sure by `logit`, whose box has
    /// a longer side of `size` stored pixels and of which some parts lie outside the image.
    init(
        _ mesh: [Vector], _ pose: MeshPose, logit: Double, size: Double,
        hidden: MeshLook.HiddenParts = .none, asymmetry: MeshAsymmetry? = nil
    ) {
        let side = abs(pose.yaw / 45)
        let (missing, further) = Self.turns(mesh, pose)
        let turnByShape = further.length
        let signs = [
            1, side, pow(side, 4), 20 / max(size, 1), 20 * pose.residual, 1 / (1 + exp(logit)),
            pow(turnByShape / Self.largestTurnByShape, 2),
        ]
        let doubt = Self.doubt(logit: logit, yaw: pose.yaw)
        func value(
            _ angle: Double, _ sigma: MeshCalibration.Sigma, _ asymmetry: Double?
        ) -> Value {
            let asymmetry = asymmetry ?? 0
            let errors = [
                max(zip(sigma.factors, signs).reduce(0) { $0 + $1.0 * $1.1 }, 0.1),
                sigma.ofHiddenFace * hidden.face, sigma.ofHiddenForehead * hidden.forehead,
                sigma.ofDoubt * doubt, max(0, abs(asymmetry) - sigma.usualAsymmetry),
            ]
            return Value(
                angle: angle + asymmetry,
                sigma: errors.reduce(0) { $0 + $1 * $1 }.squareRoot())
        }
        let angles = Self.turned(pose, by: missing, further)
        self.init(
            roll: value(angles.roll, .roll, asymmetry?.roll),
            yaw: value(angles.yaw, .yaw, asymmetry?.yaw),
            pitch: value(angles.pitch, .pitch, asymmetry?.pitch))
    }

    /// The angles of a face with the points of `mesh` and their pose, in degrees.
    static func angles(
        _ mesh: [Vector], _ pose: MeshPose
    ) -> (roll: Double, yaw: Double, pitch: Double) {
        let (missing, further) = turns(mesh, pose)
        return turned(pose, by: missing, further)
    }

    /// The angles of a pose that is turned by what the network leaves out, and by what the shape adds within its bounds.
    private static func turned(
        _ pose: MeshPose, by missing: Vector, _ further: Vector
    ) -> (roll: Double, yaw: Double, pitch: Double) {
        let part = min(1, largestTurnByShape / max(further.length, 1e-9))
        return turned(pose, by: missing + further * part)
    }

    /// How much less sure the network is of a face that is turned so than of most, 0...1: something lies before it, it is
    /// dark, or badly compressed. Of drawn people with nothing before their faces one in four has such looks.
    private static func doubt(logit: Double, yaw: Double) -> Double {
        min(max((19 - yaw * yaw / 250 - logit) / 5, 0), 1)
    }

    /// What the calibration saw: beyond it nothing is known of what the network leaves out.
    private static let (yaws, pitches) = (-60.0...60, -35.0...25)

    /// What the network leaves out of a pose, as a turn in degrees, and what the shape of the mesh adds.
    private static func turns(
        _ mesh: [Vector], _ pose: MeshPose
    ) -> (missing: Vector, further: Vector) {
        let y = min(max(pose.yaw, yaws.lowerBound), yaws.upperBound) / 45
        let p = min(max(pose.pitch, pitches.lowerBound), pitches.upperBound) / 25
        var (missing, further) = (Vector(0, 0, 0), Vector(0, 0, 0))
        for term in MeshCalibration.terms {
            let product = pow(y, term.yaw) * pow(p, term.pitch)
            missing = missing + term.degrees * product
            further = further + term.degreesOfShape * product
        }
        return (missing, further + MeshShape.turn(mesh, on: pose, yaw: y, pitch: p))
    }

    /// The angles of a pose that is turned by `turn` degrees.
    private static func turned(
        _ pose: MeshPose, by turn: Vector
    ) -> (roll: Double, yaw: Double, pitch: Double) {
        let degrees = 180 / Double.pi
        let (yaw, pitch) = (pose.yaw / degrees, pose.pitch / degrees)
        // Where the head's own axes point to, but for its roll.
        let axes = [
            Vector(cos(yaw), 0, sin(yaw)),
            Vector(sin(yaw) * sin(pitch), cos(pitch), -cos(yaw) * sin(pitch)),
            Vector(-sin(yaw) * cos(pitch), sin(pitch), cos(yaw) * cos(pitch)),
        ].map { $0.turned(by: turn * (1 / degrees)) }
        return (
            pose.roll - atan2(axes[0].y, axes[0].x) * degrees,
            asin(min(1, max(-1, axes[0].z))) * degrees,
            -atan2(axes[1].z, axes[2].z) * degrees
        )
    }

    /// Writes what can be told into what the detector says.
    func write(to face: inout DetectedFace) {
        let isUnsure =
            abs(yaw.angle) > Self.largestYawOfRoll
            || DetectedFace.isUnsure(roll: roll.angle, yaw: yaw.angle)
        (face.rollAngle, face.rollSigma) =
            isUnsure ? (nil, nil) : Self.told(roll, Self.largestRollSigma)
        (face.yawAngle, face.yawSigma) = Self.told(yaw)
        (face.pitchAngle, face.pitchSigma) = Self.told(pitch)
    }

    private static func told(
        _ value: Value, _ largestSigma: Double = largestSigma
    ) -> (Double?, Double?) {
        guard value.sigma <= largestSigma, value.angle.isFinite else { return (nil, nil) }
        return (Angle.normalized(value.angle), value.sigma)
    }
}
