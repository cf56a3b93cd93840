import FaceOverlay
import FaceValues

/// Letters in cells over a picture of cells.
struct TerminalText: Hashable {
    let column: Int
    let row: Int
    let text: String
    let color: OverlayColor

    init(column: Int, row: Int, text: String, color: OverlayColor) {
        self.column = column
        self.row = row
        self.text = text
        self.color = color
    }

    /// The labels among shapes, in a picture of so many pixels, two to a cell, one above the other; as far
    /// inside as they go.
    static func labels(in shapes: [OverlayShape], size: Size) -> [TerminalText] {
        shapes.compactMap { shape in
            guard case .label(let text, let corner, _, let color) = shape, corner.x.isFinite,
                corner.y.isFinite
            else { return nil }
            let row = min(max(corner.y / 2 - 1, 0), max(0, size.height / 2 - 1))
            let column = min(max(corner.x, 0), max(0, size.width - Double(text.count)))
            return TerminalText(column: Int(column), row: Int(row), text: text, color: color)
        }
    }
}
