// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// One face that is truly in an image.
package struct TruthFace: Sendable, Hashable {
    /// Whose face it is; the same in all frames.
    package var identity: String
    /// Pixels of the image, origin top left.
    package var bounds: Rect
    /// Degrees with the sign of `MetadataFaceObject.rollAngle`; `nil` when the truth does not say.
    package var rollAngle: Double?
    /// Degrees with the sign of `MetadataFaceObject.yawAngle`; `nil` when the truth does not say.
    package var yawAngle: Double?
    /// Degrees with the sign of `MetadataFaceObject.pitchAngle`; `nil` when the truth does not say.
    package var pitchAngle: Double?
    /// The part of the face inside the image, 0...1.
    package var visibleShare: Double
    /// The part of the face behind something else, 0...1.
    package var occludedShare: Double

    /// One face that is truly in an image.
    package init(
        identity: String, bounds: Rect, rollAngle: Double? = nil, yawAngle: Double? = nil,
        pitchAngle: Double? = nil, visibleShare: Double = 1, occludedShare: Double = 0
    ) {
        self.identity = identity
        self.bounds = bounds
        self.rollAngle = rollAngle
        self.yawAngle = yawAngle
        self.pitchAngle = pitchAngle
        self.visibleShare = visibleShare
        self.occludedShare = occludedShare
    }
}
