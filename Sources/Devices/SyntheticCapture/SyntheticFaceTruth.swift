// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What is true of one drawn face in one frame.
///
/// Positions are pixels of the image, origin top left, and may lie outside it.
package struct SyntheticFaceTruth: Sendable, Hashable {
    /// Which of the eight heads it is, 0...7; the same for the whole run, also for a head that left
    /// the image and came back.
    package let faceIdentity: Int
    /// The face from hairline to chin and ear to ear.
    package let bounds: Rect
    /// Degrees, positive when the nose points to the left edge of the image.
    package let yawAngle: Double
    /// Degrees, positive when the nose points up.
    package let pitchAngle: Double
    /// Degrees, positive clockwise in the image.
    package let rollAngle: Double
    /// On the surface of the face, whether or not they can be seen.
    package let landmarks: FaceLandmarks
    /// The share of `bounds` that lies in the image, 0...1.
    package let inFrame: Double
    /// The share of the face that other people hide, 0...1, measured on a grid of 64 columns.
    package let occluded: Double
}
