// SPDX-License-Identifier: Apache-2.0
extension CapturePhotoSettings {
    /// Photos one after the other that differ in how they are exposed.
    public struct Bracket: Sendable, Hashable {
        /// The most photos of a bracket.
        public static let maximumCount = 16

        /// How much brighter than the camera finds right each photo is exposed, in EV; as many as there are to be
        /// photos, in their order.
        public var exposureTargetBiases: [Double]

        /// A bracket of 1...``maximumCount`` photos.
        public init(exposureTargetBiases: [Double]) {
            self.exposureTargetBiases = exposureTargetBiases
        }
    }

    /// When the lamp flashes for a photo; the raw values are the words of the program.
    public enum FlashMode: String, Sendable, Hashable, CaseIterable {
        /// Always.
        case on
        /// Where the frame before was dark.
        case auto
        /// Never; nothing is asked of the lamp.
        case off
    }
}
