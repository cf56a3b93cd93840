// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Makes the bytes that show frames in a terminal of one extent.
protocol TerminalEncoder {
    /// The extent of the frame, in pixels, that fills so many cells.
    func imageSize(in extent: TerminalDevice.Extent) -> (width: Int, height: Int)
    /// The columns and rows that the frame covers, from the top left corner on.
    func coveredCells(in extent: TerminalDevice.Extent) -> Size
    /// Whether pixels are fine enough for letters of pixels.
    var showsLetters: Bool { get }
    /// The bytes that show a frame of that extent from the top left corner on; none where it looks like
    /// the last one.
    ///
    /// - Parameter texts: what stands over the frame, where letters of pixels would be too coarse.
    mutating func encode(
        _ canvas: PixelCanvas, texts: [TerminalText], in extent: TerminalDevice.Extent
    ) -> [UInt8]
}

extension TerminalEncoder {
    /// All cells above the line of text.
    func coveredCells(in extent: TerminalDevice.Extent) -> Size {
        Size(width: Double(extent.columns), height: Double(extent.imageRows))
    }

    /// The middle of a cell, in pixels of the frame; `nil` where the frame does not reach.
    func point(column: Int, row: Int, in extent: TerminalDevice.Extent) -> Point? {
        let cells = coveredCells(in: extent)
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        guard x < cells.width, y < cells.height else { return nil }
        let (width, height) = imageSize(in: extent)
        return Point(x: x * Double(width) / cells.width, y: y * Double(height) / cells.height)
    }
}

extension TerminalGraphics {
    /// What encodes frames that way.
    func makeEncoder() -> any TerminalEncoder {
        switch self {
        case .kitty: KittyEncoder()
        case .sixel: SixelEncoder()
        case .blocks: HalfBlockEncoder(usesIndex: false)
        case .indexedBlocks: HalfBlockEncoder(usesIndex: true)
        }
    }
}

extension TerminalDevice.Extent {
    /// The frame's cells, above the line of text.
    var imageRows: Int { max(1, rows - 1) }

    /// A cell's extent in pixels; 8x16 where the terminal does not tell.
    var cellSize: Size {
        Size(
            width: pixelWidth > 0 ? Double(pixelWidth) / Double(columns) : 8,
            height: pixelHeight > 0 ? Double(pixelHeight) / Double(rows) : 16)
    }

    /// Pixels of a frame; more would only be more bytes.
    private static let maximumArea = 80_000.0

    /// The frame's extent in pixels.
    var imageSize: (width: Int, height: Int) {
        let cell = cellSize
        let width = max(1, cell.width * Double(columns))
        let height = max(1, cell.height * Double(imageRows))
        let share = min(1, (Self.maximumArea / (width * height)).squareRoot())
        return (max(1, Int(width * share)), max(1, Int(height * share)))
    }
}
