// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CameraDescription {
    /// One way in which a camera hands out frames, with the sizes and rates it has for it.
    public struct Format: Sendable, Hashable {
        /// One size, or all between two, with the rates for it.
        public struct Sizes: Sendable, Hashable {
            /// The smallest size, in pixels.
            public let smallest: Size
            /// The largest size, in pixels; the same where there is one alone.
            public let largest: Size
            /// From one size to the next, in pixels; `nil` where there is one alone.
            public let step: Size?
            /// Frames a second at the largest size, one or all between two, the driver's order; empty
            /// where the driver does not say.
            public let frameRates: [ClosedRange<Double>]

            /// A size, or all between two.
            public init(
                smallest: Size, largest: Size, step: Size? = nil, frameRates: [ClosedRange<Double>]
            ) {
                self.smallest = smallest
                self.largest = largest
                self.step = step
                self.frameRates = frameRates
            }
        }

        /// The four characters that name it, such as `YUYV` or `MJPG`, without padding; `-BE` follows where
        /// the samples have their high byte first.
        public let pixelFormat: String
        /// The sizes; empty where the driver does not say.
        public let sizes: [Sizes]

        /// A format with its sizes.
        public init(pixelFormat: String, sizes: [Sizes]) {
            self.pixelFormat = pixelFormat
            self.sizes = sizes
        }
    }
}
