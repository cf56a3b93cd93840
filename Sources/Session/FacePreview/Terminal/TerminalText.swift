// SPDX-License-Identifier: Apache-2.0
import FaceOverlay
import FaceValues

/// Letters in cells over a frame of cells.
struct TerminalText: Hashable {
    /// Of a cell: two pixels, one above the other.
    static let metrics = LabelMetrics.cells(Size(width: 1, height: 2))

    let column: Int
    let row: Int
    let text: String
    let color: OverlayColor

    /// The labels among shapes that were placed by ``metrics``.
    static func labels(in shapes: [OverlayShape]) -> [TerminalText] {
        shapes.compactMap { shape in
            guard case .label(let text, let rect, let color) = shape,
                let column = Int(exactly: rect.x.rounded()),
                let row = Int(exactly: (rect.y / 2).rounded())
            else { return nil }
            return TerminalText(column: column, row: row, text: text, color: color)
        }
    }
}
