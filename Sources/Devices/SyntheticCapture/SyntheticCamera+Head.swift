// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension SyntheticCamera {
    /// Where one head of a scene is in one frame, and how it is turned.
    public struct Head: Sendable, Hashable {
        /// Which of the eight heads it is, 0...7; the same for the whole run.
        public let faceIdentity: Int
        /// Pixels: the middle of the head, about between the eyes.
        public let centre: Point
        /// Pixels from chin to crown.
        public let height: Double
        /// Degrees, positive when the nose points to the left edge of the image.
        public let yawAngle: Double
        /// Degrees, positive when the nose points up.
        public let pitchAngle: Double
        /// Degrees, positive clockwise in the image.
        public let rollAngle: Double
    }
}
