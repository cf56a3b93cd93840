// SPDX-License-Identifier: Apache-2.0
import FaceOverlay
import FaceValues
import Glibc

/// Shapes as filled rectangles and labels of whole pixels, so that every display draws the same pixels.
struct ShapeRaster {
    /// One filled rectangle, inside the bounds.
    struct Fill: Hashable {
        let x, y, width, height: Int
        let color: OverlayColor
    }

    /// One line of text on a ground of `color`, inside the bounds.
    struct Label: Hashable {
        let text: String
        let x, y, width, height: Int
        let color: OverlayColor
    }

    /// One of both.
    enum Item: Hashable {
        case fill(Fill)
        case label(Label)
    }

    /// In the order in which they are drawn.
    private(set) var items: [Item] = []
    private let minX, minY, maxX, maxY: Int

    /// Nothing yet; what lies outside of `bounds`, in pixels, is left out.
    init(bounds: Rect) {
        minX = Self.whole(bounds.x)
        minY = Self.whole(bounds.y)
        maxX = Self.whole(bounds.maxX)
        maxY = Self.whole(bounds.maxY)
    }

    mutating func draw(_ shapes: [OverlayShape]) {
        for shape in shapes {
            switch shape {
            case .line(let points, let isClosed, let isDashed, let width, let color):
                draw(points, isClosed, dash: isDashed ? width * 4 : nil, width, color)
            case .dot(let center, let radius, let color): drawDot(center, radius, color)
            case .label(let text, let rect, let color): draw(text, in: rect, color)
            }
        }
    }

    // MARK: Lines

    private mutating func draw(
        _ points: [Point], _ isClosed: Bool, dash: Double?, _ width: Double, _ color: OverlayColor
    ) {
        let ends = isClosed ? points.dropFirst() + points.prefix(1) : points.dropFirst()
        for (from, to) in zip(points, ends) where from.isFinite && to.isFinite {
            drawSegment(from, to, dash: dash, width, color)
        }
    }

    /// Steps along the longer axis; neighbors at the same place make one rectangle.
    private mutating func drawSegment(
        _ from: Point, _ to: Point, dash: Double?, _ width: Double, _ color: OverlayColor
    ) {
        let isSteep = abs(to.y - from.y) > abs(to.x - from.x)
        func turned(_ point: Point) -> Point { isSteep ? Point(x: point.y, y: point.x) : point }
        let (a, b) = (turned(from), turned(to))
        let (first, last) = a.x < b.x ? (a, b) : (b, a)
        let slope = last.x > first.x ? (last.y - first.y) / (last.x - first.x) : 0
        let thickness = max(1, (width * (1 + slope * slope).squareRoot()).rounded())
        // Half a width longer at both ends: corners are closed.
        let low = isSteep ? minY : minX
        let high = isSteep ? maxY : maxX
        let start = max(low, Self.whole(first.x - width / 2))
        let end = min(high, max(start + 1, Self.whole(last.x + width / 2)))
        var run: (position: Int, begin: Int)?
        func fill(_ run: (position: Int, begin: Int)?, until x: Int) {
            guard let run, x > run.begin else { return }
            let (length, thick) = (x - run.begin, Int(thickness))
            if isSteep {
                add(run.position, run.begin, thick, length, color)
            } else {
                add(run.begin, run.position, length, thick, color)
            }
        }
        guard start < end else { return }
        for x in start..<end {
            let isGap = dash.map { fmod(abs(Double(x) - first.x), $0 * 2) >= $0 } ?? false
            let across = first.y + (Double(x) + 0.5 - first.x) * slope
            let position = Self.whole(across - thickness / 2)
            if isGap {
                fill(run, until: x)
                run = nil
            } else if run?.position != position {
                fill(run, until: x)
                run = (position, x)
            }
        }
        fill(run, until: end)
    }

    // MARK: Dots

    private mutating func drawDot(_ center: Point, _ radius: Double, _ color: OverlayColor) {
        guard center.isFinite, radius.isFinite else { return }
        let top = max(minY, Self.whole(center.y - radius))
        let bottom = min(maxY, Self.whole(center.y + radius) + 1)
        guard top < bottom else { return }
        for y in top..<bottom {
            let rest = radius * radius - pow(Double(y) + 0.5 - center.y, 2)
            guard rest > 0 else { continue }
            let left = Self.whole(center.x - rest.squareRoot())
            let right = Self.whole(center.x + rest.squareRoot())
            add(left, y, max(1, right - left), 1, color)
        }
    }

    // MARK: Labels

    private mutating func draw(_ text: String, in rect: Rect, _ color: OverlayColor) {
        let (x, y) = (Self.whole(rect.x), Self.whole(rect.y))
        let width = min(Self.whole(rect.maxX), maxX) - x
        let height = Self.whole(rect.height)
        // Labels are placed inside; of one that is not, the rest could not be read.
        guard x >= minX, y >= minY, width > 0, height > 0, y + height <= maxY else { return }
        items.append(
            .label(Label(text: text, x: x, y: y, width: width, height: height, color: color)))
    }

    // MARK: Rectangles

    private mutating func add(
        _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: OverlayColor
    ) {
        let (left, top) = (max(x, minX), max(y, minY))
        let (right, bottom) = (min(x + width, maxX), min(y + height, maxY))
        guard left < right, top < bottom else { return }
        items.append(
            .fill(Fill(x: left, y: top, width: right - left, height: bottom - top, color: color)))
    }

    /// The nearest whole number; positions far beyond any screen end at a million.
    private static func whole(_ value: Double) -> Int {
        Int(min(max(value.isNaN ? 0 : value, -1e6), 1e6).rounded())
    }
}

extension Point {
    fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}
