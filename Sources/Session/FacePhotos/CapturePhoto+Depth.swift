// SPDX-License-Identifier: Apache-2.0
public import FaceCapture

extension CapturePhoto {
    /// The distances that a depth camera saw when a photo was taken.
    public struct Depth: Sendable {
        /// What the depth camera delivered, in its stored image.
        public let depthData: DepthData
        /// A PNG of 16-bit gray in millimeters, 0 where the distance is unknown, displayed as the photo is.
        public let fileData: [UInt8]
        /// Where it was written; `nil` where nobody asked for that.
        public let path: String?
    }
}
