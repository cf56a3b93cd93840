// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// How large labels are where they are drawn, and where they may stand.
package struct LabelMetrics: Sendable, Hashable {
    private enum Letters: Sendable, Hashable {
        case font(height: Int)
        case cells(Size)
    }

    private let letters: Letters
    /// Pixels between a box and its label.
    let gap: Double
    /// Labels begin at multiples of it.
    let step: Size

    /// Letters of ``LabelFont``, on labels that grow with what is drawn on.
    ///
    /// - Parameter size: of what is drawn on, in pixels.
    package static func font(size: Size) -> LabelMetrics {
        let unit = FaceOverlay.unit(of: size)
        // Pixels of chroma are two wide and two high.
        let height = max(14, Int(unit * 4) * 2)
        return LabelMetrics(
            letters: .font(height: height), gap: unit * 2, step: Size(width: 2, height: 2))
    }

    /// Letters that have a cell of a terminal each.
    ///
    /// - Parameter size: of a cell, in pixels of the image of cells.
    package static func cells(_ size: Size) -> LabelMetrics {
        LabelMetrics(letters: .cells(size), gap: 0, step: size)
    }

    /// The extent of a label in whole pixels.
    package func size(of text: String) -> Size {
        switch letters {
        case .font(let height):
            Size(
                width: Double(LabelFont.shared.width(of: text, height: height)),
                height: Double(height))
        case .cells(let cell):
            Size(width: cell.width * Double(text.unicodeScalars.count), height: cell.height)
        }
    }

    /// The text, or as much of its beginning as fits into a width before an ellipsis.
    package func shortened(_ text: String, maximumWidth: Double) -> String {
        let room = Int(exactly: min(max(0, maximumWidth), 1e6).rounded(.down)) ?? 0
        return switch letters {
        case .font(let height):
            LabelFont.shared.shortened(text, height: height, maximumWidth: room)
        case .cells(let cell):
            Self.shortened(text, count: Int(Double(room) / max(1, cell.width)))
        }
    }

    private static func shortened(_ text: String, count: Int) -> String {
        if text.unicodeScalars.count <= count { return text }
        return count > 0 ? String(text.unicodeScalars.prefix(count - 1)) + "\u{2026}" : ""
    }
}
