// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What is known to be in a frame because it was drawn.
package struct StreamTruth: Sendable, Hashable {
    /// Tells the drawn heads apart; not an id of the tracker.
    package let identity: Int
    /// Where the face is and how it is turned, in the normalized stored frame.
    package let face: DetectedFace
    /// The share of the face that lies in the frame, 0...1.
    package let inFrame: Double
    /// The share of the face that other heads hide, 0...1.
    package let occluded: Double

    /// What is known to be in a frame.
    package init(identity: Int, face: DetectedFace, inFrame: Double, occluded: Double) {
        self.identity = identity
        self.face = face
        self.inFrame = inFrame
        self.occluded = occluded
    }
}
