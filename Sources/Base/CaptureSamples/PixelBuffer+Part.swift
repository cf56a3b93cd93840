// SPDX-License-Identifier: Apache-2.0
extension PixelBuffer {
    /// A part of the frame in the same memory, which begins at an even column and row; limited to the frame.
    package func part(x: Int, y: Int, width: Int, height: Int) -> PixelBuffer {
        let (x, y) = (min(max(0, x), self.width - 1) & ~1, min(max(0, y), self.height - 1) & ~1)
        let planes = planes.enumerated().map { index, plane in
            // What lies before it.
            let (bytes, rows) = format.layout(plane: index, width: x, height: y)
            return Plane(
                baseAddress: plane.baseAddress + rows * plane.bytesPerRow + bytes,
                bytesPerRow: plane.bytesPerRow)
        }
        return PixelBuffer(
            format: format, width: min(max(1, width), self.width - x),
            height: min(max(1, height), self.height - y), planes: planes,
            isFullRange: isFullRange, matrix: effectiveMatrixWhereKnown, owner: self)
    }

    /// A part of few rows is of no other colors than the whole.
    private var effectiveMatrixWhereKnown: Matrix? {
        switch format {
        case .nv12, .i420, .yuyv, .uyvy: effectiveMatrix
        case .gray8, .bgr24, .bgra, .depth16: matrix
        }
    }
}
