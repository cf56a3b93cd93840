// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
internal import FaceValues

/// A frame reduced to 80x45 cells, in integers alone, so that all machines see the same.
package struct FrameThumbnail {
    /// Cells in a row.
    static let columns = 80
    /// Rows of cells.
    static let rows = 45
    /// All cells.
    static let cellCount = columns * rows
    private static let samplesAlongSide = 4
    private static let binCount = 16
    /// From this luma on a cell is white; ...
    private static let leastWhite: UInt8 = 250
    /// ... hundredths that are not where there are shapes.
    private static let leastDarkPart = 3

    /// The mean luma of each cell, row by row, 0...255.
    package private(set) var luma = [UInt8](repeating: 0, count: cellCount)
    /// How many cells have each sixteenth of Cb, then of Cr.
    private(set) var chromaHistogram = [Int32](repeating: 0, count: 2 * binCount)
    /// Where samples are taken, along a row and from row to row.
    private var positions: (size: (Int, Int), columns: [Int], rows: [Int]) = ((0, 0), [], [])

    /// A thumbnail of nothing yet.
    package init() {}

    /// Takes another frame; `false` where there is nothing to be seen, as in distances.
    package mutating func take(_ image: PixelBuffer) -> Bool {
        guard let plane = LumaPlane(image) else { return false }
        let count = Self.samplesAlongSide
        if positions.size != (image.width, image.height) {
            positions = (
                (image.width, image.height),
                Self.positions(Self.columns * count, in: image.width),
                Self.positions(Self.rows * count, in: image.height)
            )
        }
        let (columns, rows) = (positions.columns, positions.rows)
        let chroma = ChromaSamples(image)
        for bin in chromaHistogram.indices { chromaHistogram[bin] = 0 }
        withExtendedLifetime(image) {
            for row in 0..<Self.rows {
                let lines = rows[row * count..<(row + 1) * count]
                takeRow(row, lines: lines, columns: columns, plane)
                countColors(line: lines[row * count + count / 2], columns: columns, chroma)
            }
        }
        return true
    }

    /// Whether there are no shapes to be seen, as in a black frame or in one that a flash makes white: luma differs from
    /// its mean by less than 4, or hardly any cell is not white.
    var isFlat: Bool {
        let darkCells = luma.count { $0 < Self.leastWhite }
        if 100 * darkCells < Self.leastDarkPart * Self.cellCount { return true }
        var (sum, squares) = (0, 0)
        for value in luma {
            sum += Int(value)
            squares += Int(value) * Int(value)
        }
        let count = Self.cellCount
        return count * squares - sum * sum < 16 * count * count
    }

    private mutating func takeRow(
        _ row: Int, lines: ArraySlice<Int>, columns: [Int], _ plane: LumaPlane
    ) {
        let count = Self.samplesAlongSide
        luma.withUnsafeMutableBufferPointer { luma in
            columns.withUnsafeBufferPointer { columns in
                for cell in 0..<Self.columns {
                    var sum = 0
                    for line in lines {
                        let bytes = plane.bytes + line * plane.bytesPerRow
                        for sample in cell * count..<(cell + 1) * count {
                            sum += Int(bytes[columns[sample] * plane.sampleStride])
                        }
                    }
                    luma[row * Self.columns + cell] = UInt8(sum / (count * count))
                }
            }
        }
    }

    private mutating func countColors(line: Int, columns: [Int], _ chroma: ChromaSamples) {
        let count = Self.samplesAlongSide
        for cell in 0..<Self.columns {
            let color = chroma.color(column: columns[cell * count + count / 2], row: line)
            chromaHistogram[Self.colorBin(color.cb)] += 1
            chromaHistogram[Self.binCount + Self.colorBin(color.cr)] += 1
        }
    }

    /// Hardly any color is further from gray than 64.
    private static func colorBin(_ value: Int) -> Int { (min(max(value, 64), 191) - 64) / 8 }

    private static func positions(_ count: Int, in extent: Int) -> [Int] {
        (0..<count).map { (2 * $0 + 1) * extent / (2 * count) }
    }
}
