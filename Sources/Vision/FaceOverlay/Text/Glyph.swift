// SPDX-License-Identifier: Apache-2.0
/// A letter of one size.
struct Glyph {
    /// Columns from the pen to the letter's left edge, and rows from the base line up to its top.
    var left = 0
    var top = 0
    var width = 0
    var height = 0
    /// Columns to the next letter.
    var advance = 0
    /// How much of each pixel is covered, 0...255, row by row.
    var coverage: [UInt8] = []
}
