// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples

extension CaptureVideoDataOutput {
    /// What frames are handed out as.
    public struct VideoSettings: Sendable, Hashable {
        /// The pixel format, one of ``CaptureVideoDataOutput/availableVideoPixelFormatTypes``; `nil` for that of the source.
        public var pixelFormat: PixelBuffer.Format?

        /// What frames are handed out as; without arguments, as the source has them.
        public init(pixelFormat: PixelBuffer.Format? = nil) { self.pixelFormat = pixelFormat }
    }
}
