// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension FaceTracker {
    /// How long a tracker believes in what it saw, and what it takes for a face.
    public struct Configuration: Sendable, Hashable {
        /// A new face of at least this confidence has an id at once, 0...1.
        public var immediateConfidence = 0.75
        /// A new face of less confidence has an id when it was seen so many times more often than
        /// it was missed, ...
        public var confirmationCount = 3
        /// ... and for so long, in nanoseconds; until then it is not reported.
        public var confirmationNanoseconds: Int64 = 100_000_000
        /// How long the box of a face that is not seen follows its motion, in nanoseconds; then it
        /// is held where it was seen last.
        public var predictionNanoseconds: Int64 = 300_000_000
        /// How long analyzed frames may fail to show a face before it is lost, in nanoseconds.
        public var absenceNanoseconds: Int64 = 1_500_000_000
        /// The same for a face that was leaving the frame.
        public var edgeAbsenceNanoseconds: Int64 = 400_000_000
        /// How long no frame may be analyzed before all faces are lost, in nanoseconds; up to a
        /// minute.
        public var gapNanoseconds: Int64 = 4_000_000_000
        /// How long after a face was lost its colors are remembered, in nanoseconds, to tell when the same person
        /// is back under another id; 0, as at first, for not at all.
        public var relinkNanoseconds: Int64 = 0
        /// The most faces of a frame, and the most that are followed: the surest, and those that were seen last.
        public var maximumFaceCount = FaceObservation.usualMaximumFaceCount
        /// Whether boxes, points and angles of seen faces are smoothed.
        public var isSmoothingEnabled = true

        /// The defaults.
        public init() {}
    }
}
