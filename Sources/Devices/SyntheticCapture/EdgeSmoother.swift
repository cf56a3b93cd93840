// SPDX-License-Identifier: Apache-2.0
/// Softens the luma where one part of the image meets another, which spares drawing it finer.
struct EdgeSmoother {
    let canvas: Canvas

    /// Smooths inside a part of the image; the outermost pixels of the image stay.
    func smooth(columns: Range<Int>, rows: Range<Int>) {
        let firstRow = max(rows.lowerBound, 1)
        let lastRow = min(rows.upperBound, canvas.height - 1)
        let firstColumn = max(columns.lowerBound, 1)
        let lastColumn = min(columns.upperBound, canvas.width - 1)
        guard firstRow < lastRow, firstColumn < lastColumn else { return }
        for row in firstRow..<lastRow {
            let parts = UnsafeRawPointer(canvas.parts + row * canvas.width)
            let luma = canvas.luma + row * canvas.lumaStride
            var column = firstColumn
            while column + 8 <= lastColumn {
                if differs(parts, column, UInt64.self) {
                    for inner in column..<(column + 8) where differs(parts, inner, UInt8.self) {
                        blend(luma, inner)
                    }
                }
                column += 8
            }
            while column < lastColumn {
                if differs(parts, column, UInt8.self) { blend(luma, column) }
                column += 1
            }
        }
    }

    /// Whether any of the pixels that a word holds belongs to another part than a neighbour.
    @inline(__always)
    private func differs<Word: FixedWidthInteger & BitwiseCopyable>(
        _ parts: UnsafeRawPointer, _ column: Int, _ type: Word.Type
    ) -> Bool {
        let place = parts + column
        let own = place.loadUnaligned(as: Word.self)
        let left = (place - 1).loadUnaligned(as: Word.self) ^ own
        let right = (place + 1).loadUnaligned(as: Word.self) ^ own
        let above = (place - canvas.width).loadUnaligned(as: Word.self) ^ own
        let below = (place + canvas.width).loadUnaligned(as: Word.self) ^ own
        return left | right | above | below != 0
    }

    @inline(__always)
    private func blend(_ luma: UnsafeMutablePointer<UInt8>, _ column: Int) {
        let place = luma + column
        let sides = Int(place[-1]) + Int(place[1])
        let ends = Int(place[-canvas.lumaStride]) + Int(place[canvas.lumaStride])
        place[0] = UInt8(truncatingIfNeeded: (Int(place[0]) * 2 + sides + ends + 3) / 6)
    }
}
