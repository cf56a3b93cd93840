// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// How far the angles of some faces were from the true ones.
package struct PoseError: Sendable, Hashable {
    /// Rotation in the plane of the image.
    package private(set) var roll = AngleError()
    /// Rotation to the side.
    package private(set) var yaw = AngleError()
    /// Rotation up and down.
    package private(set) var pitch = AngleError()

    /// Enters a face that was found where a true one is; an angle that the truth does not say is left out.
    mutating func add(_ face: MetadataFaceObject, truth: TruthFace) {
        if let angle = truth.rollAngle {
            roll.add(Self.difference(face.rollAngle, angle), sigma: face.rollSigma)
        }
        if let angle = truth.yawAngle {
            yaw.add(Self.difference(face.yawAngle, angle), sigma: face.yawSigma)
        }
        if let angle = truth.pitchAngle {
            pitch.add(Self.difference(face.pitchAngle, angle), sigma: face.pitchSigma)
        }
    }

    /// The short way from the true angle to the measured one.
    private static func difference(_ measured: Double?, _ truth: Double) -> Double? {
        measured.map { Angle.difference(from: truth, to: $0) }
    }

    /// Adds the faces of another one.
    static func += (left: inout PoseError, right: PoseError) {
        left.roll += right.roll
        left.yaw += right.yaw
        left.pitch += right.pitch
    }
}
