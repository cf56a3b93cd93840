// SPDX-License-Identifier: Apache-2.0
import FaceOverlay

/// Frames of upper half blocks: two pixels to a cell, one of them its foreground, and only the cells
/// that look different from before.
struct HalfBlockEncoder: TerminalEncoder {
    private struct Cell: Hashable {
        /// The colors of a block's halves, or of a letter and its ground.
        let top, bottom: OverlayColor
        var letter: UInt8?
    }

    /// Levels of a channel by which a cell may differ without being written again: the noise of a camera
    /// is less.
    private static let tolerance = 8
    private static let block = Array("\u{2580}".utf8)

    private let usesIndex: Bool
    private var shown: [Cell?] = []
    private var width = 0

    /// - Parameter usesIndex: whether colors are those of xterm's table instead of any.
    init(usesIndex: Bool) { self.usesIndex = usesIndex }

    var showsLetters: Bool { false }

    func imageSize(in extent: TerminalDevice.Extent) -> (width: Int, height: Int) {
        (extent.columns, extent.imageRows * 2)
    }

    mutating func encode(
        _ canvas: PixelCanvas, texts: [TerminalText], in extent: TerminalDevice.Extent
    ) -> [UInt8] {
        let cells = Self.cells(of: canvas, texts)
        if width != canvas.width || shown.count != cells.count {
            width = canvas.width
            shown = Array(repeating: nil, count: cells.count)
        }
        var bytes: [UInt8] = []
        var colors: Cell?
        var cursor = -1
        for (index, cell) in cells.enumerated() {
            if let last = shown[index], Self.looksAlike(last, cell) { continue }
            shown[index] = cell
            let (row, column) = index.quotientAndRemainder(dividingBy: width)
            if cursor != index || column == 0 { bytes += "\u{1B}[\(row + 1);\(column + 1)H".utf8 }
            if colors?.top != cell.top { bytes += code(38, cell.top) }
            if colors?.bottom != cell.bottom { bytes += code(48, cell.bottom) }
            if let letter = cell.letter { bytes.append(letter) } else { bytes += Self.block }
            colors = cell
            cursor = index + 1
        }
        if !bytes.isEmpty { bytes += "\u{1B}[0m".utf8 }
        return bytes
    }

    private static func cells(of canvas: PixelCanvas, _ texts: [TerminalText]) -> [Cell] {
        let (columns, rows) = (canvas.width, canvas.height / 2)
        var cells: [Cell] = []
        cells.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                cells.append(
                    Cell(
                        top: canvas.color(column, row * 2),
                        bottom: canvas.color(column, row * 2 + 1)))
            }
        }
        for text in texts where (0..<rows).contains(text.row) {
            let ink = text.color.ink
            for (index, letter) in text.text.utf8.enumerated() {
                guard (0..<columns).contains(text.column + index) else { continue }
                cells[text.row * columns + text.column + index] = Cell(
                    top: ink, bottom: text.color,
                    letter: (32...126).contains(letter) ? letter : UInt8(ascii: "?"))
            }
        }
        return cells
    }

    private static func looksAlike(_ one: Cell, _ other: Cell) -> Bool {
        one.letter == other.letter && one.top.isNear(other.top, tolerance)
            && one.bottom.isNear(other.bottom, tolerance)
    }

    /// Select Graphic Rendition (ECMA-48 8.3.117) with a color as ISO/IEC 8613-6 has it.
    private func code(_ ground: Int, _ color: OverlayColor) -> String.UTF8View {
        (usesIndex
            ? "\u{1B}[\(ground);5;\(color.xtermIndex)m"
            : "\u{1B}[\(ground);2;\(color.red);\(color.green);\(color.blue)m").utf8
    }
}

extension OverlayColor {
    fileprivate func isNear(_ other: OverlayColor, _ tolerance: Int) -> Bool {
        abs(Int(red) - Int(other.red)) <= tolerance
            && abs(Int(green) - Int(other.green)) <= tolerance
            && abs(Int(blue) - Int(other.blue)) <= tolerance
    }

    /// The nearest of xterm's colors from 16 on: a cube of 6x6x6, then 24 grays.
    var xtermIndex: Int {
        let channels = [Int(red), Int(green), Int(blue)]
        if channels.max() == channels.min(), (8...238).contains(channels[0]) {
            return 232 + min(23, (channels[0] - 3) / 10)
        }
        // The cube's levels are 0, 95, 135, 175, 215, 255.
        let levels = channels.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
        return 16 + 36 * levels[0] + 6 * levels[1] + levels[2]
    }
}
