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
        Self.stepped(x, from: bounds.x, to: bounds.maxX - width, by: step.width)
    }

    /// The nearest multiple of the step that is not greater.
    func row(_ y: Double) -> Double { (y / step.height).rounded(.down) * step.height }

    /// The same, moved inside.
    func rowInside(_ y: Double, height: Double) -> Double {
        Self.stepped(y, from: bounds.y, to: bounds.maxY - height, by: step.height)
    }

    private static func stepped(
        _ value: Double, from first: Double, to last: Double, by step: Double
    ) -> Double {
        let stepped = (min(max(value, first), last) / step).rounded(.down) * step
        return stepped < first ? max(first, min(stepped + step, last)) : stepped
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
