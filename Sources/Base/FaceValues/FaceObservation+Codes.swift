// SPDX-License-Identifier: Apache-2.0
extension FaceObservation {
    /// What a look for machine-readable codes showed. Looks are rarer than frames, and of a live source their
    /// results come with a later frame than the one that was looked at.
    public struct Codes: Sendable, Hashable {
        /// How many frames before this one the frame is that was looked at, 0 for this one.
        public let age: Int
        /// The codes in it; none where those of the look before are gone.
        public var objects: [MetadataMachineReadableCodeObject]

        /// What a look showed at a frame `age` frames ago; less than 0 counts as 0.
        public init(age: Int = 0, objects: [MetadataMachineReadableCodeObject]) {
            self.age = max(0, age)
            self.objects = objects
        }
    }
}
