// SPDX-License-Identifier: Apache-2.0
extension PixelBuffer {
    /// What makes luma and chroma of red, green and blue, by its number in ISO/IEC 23091-2.
    public enum Matrix: UInt8, Sendable, Hashable, CaseIterable {
        /// Of high definition.
        case bt709 = 1
        /// Of standard definition, and of JPEG.
        case bt601 = 6
        /// Of ultra high definition.
        case bt2020 = 9
    }

    /// The matrix, or the one that a frame has that does not say: BT.601 in full range and up to 576 rows, otherwise
    /// BT.709.
    package var effectiveMatrix: Matrix {
        matrix ?? .usual(isFullRange: isFullRange, height: height)
    }
}

extension PixelBuffer.Matrix {
    /// That of a frame that does not say.
    package static func usual(isFullRange: Bool, height: Int) -> Self {
        isFullRange || height <= 576 ? .bt601 : .bt709
    }
}
