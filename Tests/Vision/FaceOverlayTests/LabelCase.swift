// SPDX-License-Identifier: Apache-2.0
import FaceValues
import TestSupport

@testable import FaceOverlay

/// Frames of boxes that follow each other, as ``LabelLayout`` and the pages are given them.
struct LabelCase {
    let bounds: Rect
    let obstacles: [Rect]
    let gap: Double
    let step: Size
    /// One after the other.
    var frames: [[LabelLayout.Item]] = []

    /// Faces that move about, some of them beyond the edges.
    init(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        func whole(_ range: ClosedRange<Int>) -> Double {
            Double(Int.random(in: range, using: &numbers))
        }
        bounds = Rect(
            x: whole(0...9), y: whole(0...9), width: whole(60...900), height: whole(60...600))
        obstacles = (0..<Int(whole(0...2))).map { _ in
            Rect(
                x: whole(0...300), y: whole(0...200), width: whole(10...90), height: whole(10...40))
        }
        gap = whole(0...6)
        step = Size(width: whole(1...2), height: whole(1...2))
        let count = Int(whole(0...20))
        var items = (0..<count).map { id in
            LabelLayout.Item(
                id: id + 1,
                box: Rect(
                    x: bounds.width * (numbers.nextUnit() * 1.4 - 0.2),
                    y: bounds.height * (numbers.nextUnit() * 1.4 - 0.2),
                    width: bounds.width * numbers.nextUnit() * 0.4,
                    height: bounds.height * numbers.nextUnit() * 0.5),
                sizes: [Size(width: whole(80...200), height: 20), Size(width: 30, height: 20)])
        }
        for _ in 0..<8 {
            frames.append(items.shuffled(using: &numbers))
            for index in items.indices {
                items[index].box.x += 6 * numbers.nextNormal()
                items[index].box.y += 6 * numbers.nextNormal()
            }
        }
    }

    /// The placements of all frames by the layout.
    var placements: [[LabelLayout.Placement]] {
        var layout = LabelLayout()
        return frames.map {
            layout.place($0, in: bounds, around: obstacles, gap: gap, step: step)
        }
    }

    /// The case as JavaScript has it.
    var json: String {
        func text(_ rect: Rect) -> String {
            "{\"x\":\(rect.x),\"y\":\(rect.y),\"width\":\(rect.width),\"height\":\(rect.height)}"
        }
        func text(_ size: Size) -> String {
            "{\"width\":\(size.width),\"height\":\(size.height)}"
        }
        let frames = frames.map { items in
            let items = items.map {
                "{\"id\":\($0.id),\"box\":\(text($0.box)),"
                    + "\"sizes\":[\($0.sizes.map(text).joined(separator: ","))]}"
            }
            return "[" + items.joined(separator: ",") + "]"
        }
        return "{\"bounds\":\(text(bounds)),\"gap\":\(gap),\"step\":\(text(step)),"
            + "\"obstacles\":[\(obstacles.map(text).joined(separator: ","))],"
            + "\"frames\":[\(frames.joined(separator: ","))]}"
    }
}
