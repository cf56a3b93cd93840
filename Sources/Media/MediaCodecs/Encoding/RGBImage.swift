// SPDX-License-Identifier: Apache-2.0
/// A frame as the red, green and blue of its pixels.
package struct RGBImage: Sendable {
    /// Pixels a row.
    package let width: Int
    /// Rows.
    package let height: Int
    /// Three bytes a pixel, row by row without gaps.
    package let bytes: [UInt8]

    /// - Parameter bytes: `3 * width * height` of them.
    package init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(bytes.count == 3 * width * height)
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}
