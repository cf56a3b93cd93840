// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What was observed in one frame, and what is truly there.
package struct FrameComparison: Sendable, Hashable {
    /// A face that was found where it is.
    package struct Match: Sendable, Hashable {
        /// The face, in pixels of the image.
        package let face: MetadataFaceObject
        /// The true one.
        package let truth: TruthFace

        /// The intersection over union of their boxes.
        package var overlap: Double { face.bounds.intersectionOverUnion(truth.bounds) }

        /// How far the angle of ``largestAngleError`` is from the true one, in degrees; 0 where there is none.
        package var angleError: Double {
            largestAngleError.map { abs(Angle.difference(from: $0.truth, to: $0.told)) } ?? 0
        }

        /// The angle that is furthest from the true one, in degrees; `nil` where none is told and known.
        package var largestAngleError: (name: String, told: Double, truth: Double)? {
            let angles = [
                ("roll", face.rollAngle, truth.rollAngle), ("yaw", face.yawAngle, truth.yawAngle),
                ("pitch", face.pitchAngle, truth.pitchAngle),
            ]
            let errors = angles.compactMap { name, told, known in
                told.flatMap { told in known.map { (name: name, told: told, truth: $0) } }
            }
            return errors.max {
                abs(Angle.difference(from: $0.truth, to: $0.told))
                    < abs(Angle.difference(from: $1.truth, to: $1.told))
            }
        }
    }

    /// The faces that were found.
    package let matches: [Match]
    /// True faces that had to be found and were not.
    package let missed: [TruthFace]
    /// Faces where there is none.
    package let falsePositives: [MetadataFaceObject]
    /// People whose id changed in this frame.
    package let changed: [Match]
}
