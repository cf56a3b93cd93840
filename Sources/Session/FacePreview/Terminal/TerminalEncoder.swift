// SPDX-License-Identifier: Apache-2.0
/// Makes the bytes that show a frame in a terminal.
protocol TerminalEncoder {
    /// The extent of the frame, in pixels, that fills so many cells.
    func imageSize(in extent: TerminalDevice.Extent) -> (width: Int, height: Int)
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

    /// The frame's extent in pixels, within an area; cells of unknown extent count as 8x16.
    func imageSize(maximumArea: Double) -> (width: Int, height: Int) {
        let cellWidth = pixelWidth > 0 ? Double(pixelWidth) / Double(columns) : 8
        let cellHeight = pixelHeight > 0 ? Double(pixelHeight) / Double(rows) : 16
        let width = max(1, cellWidth * Double(columns))
        let height = max(1, cellHeight * Double(imageRows))
        let share = min(1, (maximumArea / (width * height)).squareRoot())
        return (max(1, Int(width * share)), max(1, Int(height * share)))
    }
}
