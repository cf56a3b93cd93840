// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples

/// Where the colors of an image lie; of one without any they are those of gray.
struct ChromaSamples {
    private enum Layout {
        /// Cb and Cr by themselves, the shift from rows of the image to theirs, and bytes from one to the next.
        case subsampled(
            cb: UnsafePointer<UInt8>, cr: UnsafePointer<UInt8>, rowShift: Int, step: Int)
        /// Bytes from one pixel to the next.
        case bgr(UnsafePointer<UInt8>, step: Int)
        case none
    }

    private let layout: Layout
    private let bytesPerRow: Int
    private let image: PixelBuffer

    /// The colors of an image.
    init(_ image: PixelBuffer) {
        self.image = image
        let planes = image.planes.map { $0.baseAddress.assumingMemoryBound(to: UInt8.self) }
        switch image.format {
        case .nv12:
            layout = .subsampled(cb: planes[1], cr: planes[1] + 1, rowShift: 1, step: 2)
        case .i420: layout = .subsampled(cb: planes[1], cr: planes[2], rowShift: 1, step: 1)
        case .yuyv: layout = .subsampled(cb: planes[0] + 1, cr: planes[0] + 3, rowShift: 0, step: 4)
        case .uyvy: layout = .subsampled(cb: planes[0], cr: planes[0] + 2, rowShift: 0, step: 4)
        case .bgr24: layout = .bgr(planes[0], step: 3)
        case .bgra: layout = .bgr(planes[0], step: 4)
        case .gray8, .depth16: layout = .none
        }
        bytesPerRow = image.planes[planes.count > 1 ? 1 : 0].bytesPerRow
    }

    /// Cb and Cr of a pixel of the image, 0...255, 128 in gray.
    func color(column: Int, row: Int) -> (cb: Int, cr: Int) {
        switch layout {
        case .subsampled(let cb, let cr, let rowShift, let step):
            let offset = (row >> rowShift) * bytesPerRow + column / 2 * step
            return (Int(cb[offset]), Int(cr[offset]))
        case .bgr(let bytes, let step):
            let pixel = bytes + row * bytesPerRow + step * column
            let (b, g, r) = (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
            return (
                128 + (112 * b - 74 * g - 38 * r) / 256, 128 + (112 * r - 94 * g - 18 * b) / 256
            )
        case .none: return (128, 128)
        }
    }
}
