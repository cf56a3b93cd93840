// SPDX-License-Identifier: Apache-2.0
/// What a stored frame shows of what its camera sees, where that is magnified by crop.
package struct VideoZoom: Sendable, Hashable {
    /// The most that is asked of a crop.
    package static let maximumFactor = 16.0
    /// All that the camera sees.
    package static let none = VideoZoom(factor: 1, visible: .unit)

    /// How much larger things are than in the whole frame, at least 1.
    package let factor: Double
    /// What is shown, in the normalized whole frame.
    package let visible: Rect

    /// A part of the whole frame, of some extent.
    package init(factor: Double, visible: Rect) {
        self.factor = factor
        self.visible = visible
    }

    /// The middle of a frame, as exactly as pairs of columns and rows allow, which share their chroma.
    package init(factor: Double, width: Int, height: Int) {
        let (columns, rows) = (
            Self.cut(of: width, by: factor), Self.cut(of: height, by: factor)
        )
        guard columns > 0 || rows > 0, width > 1, height > 1 else {
            self = VideoZoom(factor: factor, visible: .unit)
            return
        }
        let (wholeWidth, wholeHeight) = (Double(width), Double(height))
        self.init(
            factor: factor,
            visible: Rect(
                x: Double(columns) / wholeWidth, y: Double(rows) / wholeHeight,
                width: Double((width & ~1) - 2 * columns) / wholeWidth,
                height: Double((height & ~1) - 2 * rows) / wholeHeight))
    }

    /// A part of a frame, enlarged or cut down to whole pairs of pixels.
    package init(factor: Double, nearest part: Rect, width: Int, height: Int) {
        let (columns, rows) = (Double(width), Double(height))
        func pair(_ place: Double, of side: Double) -> Double { 2 * (place * side / 2).rounded() }
        let (x, y) = (pair(part.x, of: columns), pair(part.y, of: rows))
        let right = min(max(pair(part.maxX, of: columns), x + 2), columns)
        let bottom = min(max(pair(part.maxY, of: rows), y + 2), rows)
        self.init(
            factor: factor,
            visible: Rect(
                x: x / columns, y: y / rows, width: (right - x) / columns,
                height: (bottom - y) / rows))
    }

    /// An even number of pixels that are cut off at each end of a side, of which at least two stay.
    private static func cut(of side: Int, by factor: Double) -> Int {
        let pixels = Double(side & ~1)
        guard factor > 1, pixels > 2 else { return 0 }
        let most = (Int(pixels) - 2) / 4
        return 2 * min(most, Int(((pixels - pixels / factor) / 4).rounded()))
    }

    /// Whether all is shown.
    package var isNone: Bool { visible == .unit }

    /// From the normalized whole frame to the normalized one that is shown.
    package var zoomedFromWhole: CoordinateTransform {
        .scale(
            x: 1 / visible.width, y: 1 / visible.height, thenShiftX: -visible.x / visible.width,
            y: -visible.y / visible.height)
    }

    /// From the normalized frame that is shown to the normalized whole one.
    package var wholeFromZoomed: CoordinateTransform {
        .scale(x: visible.width, y: visible.height, thenShiftX: visible.x, y: visible.y)
    }
}
