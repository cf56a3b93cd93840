// SPDX-License-Identifier: Apache-2.0
extension CapturePhoto {
    /// How a photo was exposed, as far as the camera's controls told it when the frame had been taken.
    public struct Exposure: Sendable, Hashable {
        /// How long light fell in, in seconds.
        public var duration: Double?
        /// Sensitivity as ISO 12232 counts it.
        public var iso: Double?
        /// How much brighter than it found right the camera exposed, in EV.
        public var targetBias: Double?
        /// Whether the lamp flashed; `nil` of a camera without one.
        public var didFlash: Bool?
        /// When it was to flash.
        public var flashMode = CapturePhotoSettings.FlashMode.off
        /// Whether it is one of a bracket.
        public var isBracketed = false

        /// An exposure of which nothing is known.
        public init() {}
    }
}
