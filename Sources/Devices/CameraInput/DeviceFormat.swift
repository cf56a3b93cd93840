// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples

/// A frame format as `VIDIOC_S_FMT` asks for it and answers it.
struct DeviceFormat: Equatable {
    var code: PixelFormatCode
    var size: FrameSize
    /// From one row of the first plane to the next; 0 leaves it to the driver.
    var bytesPerLine = 0
    /// Whether luma runs over 0...255.
    var isFullRange = false
    /// What makes luma and chroma of colors; `nil` where the driver does not say.
    var matrix: PixelBuffer.Matrix?
}
