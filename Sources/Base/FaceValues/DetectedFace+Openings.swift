// SPDX-License-Identifier: Apache-2.0
extension DetectedFace {
    /// How far the eyes and the mouth of a face are open, as ratios of the points around them.
    public struct Openings: Sendable, Hashable {
        /// The height of the eye on the left of the image in its widths; about 0.3 when it is open.
        public var leftEye: Double
        /// The same of the eye on the right of the image.
        public var rightEye: Double
        /// The height of the opening of the mouth in its widths.
        public var mouth: Double

        /// How far eyes and mouth are open.
        public init(leftEye: Double, rightEye: Double, mouth: Double) {
            self.leftEye = leftEye
            self.rightEye = rightEye
            self.mouth = mouth
        }

        /// The same in a mirrored image.
        public var exchangingSides: Openings {
            Openings(leftEye: rightEye, rightEye: leftEye, mouth: mouth)
        }
    }
}
