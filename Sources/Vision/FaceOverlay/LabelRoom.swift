// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// What is left of an image for labels.
struct LabelRoom {
    let bounds: Rect
    /// Where no label can be.
    var taken: [Rect]
    /// Where no label should be.
    let boxes: [Rect]
    let step: Size

    /// The nearest multiple of the step that is not greater, moved inside.
    func column(_ x: Double, width: Double) -> Double {
        let last = bounds.maxX - width
        let stepped = (min(max(x, bounds.x), last) / step.width).rounded(.down) * step.width
        return stepped < bounds.x ? max(bounds.x, min(stepped + step.width, last)) : stepped
    }

    /// The nearest multiple of the step that is not greater.
    func row(_ y: Double) -> Double { (y / step.height).rounded(.down) * step.height }

    /// The same, moved inside.
    func rowInside(_ y: Double, height: Double) -> Double {
        let last = bounds.maxY - height
        let stepped = row(min(max(y, bounds.y), last))
        return stepped < bounds.y ? max(bounds.y, min(stepped + step.height, last)) : stepped
    }

    /// Whether the rectangle lies inside, and covers no label.
    func isFree(_ rect: Rect, margin: Double) -> Bool {
        // A label that is moved inside from the left or right has no margin there.
        guard rect.x >= bounds.x, rect.maxX <= bounds.maxX, rect.y - margin >= bounds.y,
            rect.maxY + margin <= bounds.maxY
        else { return false }
        return !taken.contains { Self.overlap(rect, $0, margin) }
    }

    /// Whether the rectangle covers no box but its own.
    func coversNoBox(_ rect: Rect, besides own: Int, margin: Double) -> Bool {
        !boxes.indices.contains { $0 != own && Self.overlap(rect, boxes[$0], margin) }
    }

    private static func overlap(_ one: Rect, _ other: Rect, _ margin: Double) -> Bool {
        one.x - margin < other.maxX && other.x < one.maxX + margin
            && one.y - margin < other.maxY && other.y < one.maxY + margin
    }
}
