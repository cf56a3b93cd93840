// SPDX-License-Identifier: Apache-2.0
extension FaceObservation {
    /// How an analyzed frame was looked at.
    public struct Scan: Sendable, Hashable {
        /// How many frames ago all of the frame was looked at, 0 for this one.
        public let age: Int

        /// A frame in which faces were looked for everywhere: where it holds none, nobody was found.
        public static let full = Scan(age: 0)

        /// A frame in which faces were looked for everywhere `age` frames ago; less than 0 counts as 0.
        ///
        /// Above 0 only faces that were known were looked at.
        public init(age: Int) { self.age = max(0, age) }

        /// Whether faces were looked for everywhere in this frame.
        public var isFull: Bool { age == 0 }
    }
}
