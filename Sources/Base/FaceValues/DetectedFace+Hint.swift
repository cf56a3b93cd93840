// SPDX-License-Identifier: Apache-2.0
extension DetectedFace {
    /// Where a tracker expects a face in the next frame; a detector may use it to look again with the
    /// face turned upright, and must not report a face for a hint alone.
    public struct Hint: Sendable, Hashable {
        /// Pixels of the stored frame.
        public var bounds: Rect
        /// Degrees, clockwise positive, relative to the stored frame; `nil` when not known yet.
        public var rollAngle: Double?
        /// Whether the face was seen when it was looked for last.
        public var wasJustSeen: Bool
        /// The confidence of the face that was seen, 0...1.
        package var confidence = 0.0
        /// The points of the face that was seen, as they lay there; `nil` where it has none.
        package var landmarks: FaceLandmarks?
        /// Where its mesh is expected; `nil` when that is not known.
        package var meshPlace: MeshPlace?
        /// By how much its mesh and that of its mirror image differed; `nil` when that is not known.
        package var meshAsymmetry: MeshAsymmetry?

        /// The roll where it is a number: a hint may come from anybody.
        package var finiteRollAngle: Double? { rollAngle.flatMap { $0.isFinite ? $0 : nil } }

        /// Where a tracker expects a face.
        public init(bounds: Rect, rollAngle: Double?, wasJustSeen: Bool = true) {
            self.bounds = bounds
            self.rollAngle = rollAngle
            self.wasJustSeen = wasJustSeen
        }
    }
}
