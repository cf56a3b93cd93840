// SPDX-License-Identifier: Apache-2.0
extension CapturePhotoSettings {
    /// Photos one after the other that differ in how they are exposed.
    public struct Bracket: Sendable, Hashable {
        /// The most photos of a bracket.
        public static let maximumCount = 16

        /// How much brighter than the camera finds right each photo is exposed, in EV, in their order; none where
        /// ``exposureDurations`` says it.
        public var exposureTargetBiases: [Double]

        /// How long light falls in for each photo, in seconds, instead of a bias; the sensitivity is the one that the
        /// camera has meanwhile.
        public var exposureDurations: [Double] = []

        /// A bracket of 1...``maximumCount`` photos, which the camera exposes by itself.
        public init(exposureTargetBiases: [Double]) {
            self.exposureTargetBiases = exposureTargetBiases
        }

        /// A bracket of 1...``maximumCount`` photos, which are exposed by hand.
        public init(exposureDurations: [Double]) {
            exposureTargetBiases = []
            self.exposureDurations = exposureDurations
        }

        /// How many photos there are to be.
        public var count: Int { exposureTargetBiases.count + exposureDurations.count }

        /// What each photo needs of the camera.
        var needs: [CameraNeed] {
            exposureTargetBiases.map { .bias($0) } + exposureDurations.map { .duration($0) }
        }

        /// Its first photo alone.
        var first: Bracket {
            var bracket = self
            bracket.exposureTargetBiases = Array(exposureTargetBiases.prefix(1))
            bracket.exposureDurations = Array(exposureDurations.prefix(1))
            return bracket
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
