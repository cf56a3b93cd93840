// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples

/// Where the luma of a image lies; of BGR its green, which is the greatest part of luma.
struct LumaPlane {
    /// The first sample.
    let bytes: UnsafePointer<UInt8>
    /// The distance from a row to the next one.
    let bytesPerRow: Int
    /// The distance from a sample to the next one of its row.
    let sampleStride: Int
    /// The value of black, and what stretches luma to 0...255.
    let black: Float
    let scale: Float
    private let image: PixelBuffer

    /// The luma of a image; `nil` of one that has none.
    init?(_ image: PixelBuffer) {
        let (offset, stride): (Int, Int)
        switch image.format {
        case .gray8, .nv12, .i420: (offset, stride) = (0, 1)
        case .yuyv: (offset, stride) = (0, 2)
        case .uyvy: (offset, stride) = (1, 2)
        case .bgr24: (offset, stride) = (1, 3)
        case .depth16: return nil
        }
        guard let plane = image.planes.first else { return nil }
        bytes = plane.baseAddress.assumingMemoryBound(to: UInt8.self) + offset
        bytesPerRow = plane.bytesPerRow
        sampleStride = stride
        let isFull = image.isFullRange || image.format == .bgr24
        black = isFull ? 0 : 16
        scale = isFull ? 1 : 255 / 219
        self.image = image
    }
}
