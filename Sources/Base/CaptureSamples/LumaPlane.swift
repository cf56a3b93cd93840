// SPDX-License-Identifier: Apache-2.0
/// Where the luma of an image lies; of BGR its green, which is the greatest part of luma.
package struct LumaPlane {
    /// The first sample.
    package let bytes: UnsafePointer<UInt8>
    /// The distance from a row to the next one.
    package let bytesPerRow: Int
    /// The distance from a sample to the next one of its row.
    package let sampleStride: Int
    /// The value of black, and what stretches luma to 0...255.
    package let black: Float
    package let scale: Float
    private let image: PixelBuffer

    /// The luma of an image; `nil` of one that has none.
    package init?(_ image: PixelBuffer) {
        let (offset, stride): (Int, Int)
        switch image.format {
        case .gray8, .nv12, .i420: (offset, stride) = (0, 1)
        case .yuyv: (offset, stride) = (0, 2)
        case .uyvy: (offset, stride) = (1, 2)
        case .bgr24: (offset, stride) = (1, 3)
        case .bgra: (offset, stride) = (1, 4)
        case .depth16: return nil
        }
        guard let plane = image.planes.first else { return nil }
        bytes = plane.baseAddress.assumingMemoryBound(to: UInt8.self) + offset
        bytesPerRow = plane.bytesPerRow
        sampleStride = stride
        let isFull = image.isFullRange || image.format == .bgr24 || image.format == .bgra
        black = isFull ? 0 : 16
        scale = isFull ? 1 : 255 / 219
        self.image = image
    }

    /// Copies samples of a row.
    package func copyRow(
        _ row: Int, from first: Int, count: Int, to target: UnsafeMutablePointer<UInt8>
    ) {
        let source = bytes + row * bytesPerRow + first * sampleStride
        if sampleStride == 1 {
            target.update(from: source, count: count)
        } else {
            for index in 0..<count { target[index] = source[index * sampleStride] }
        }
    }
}
