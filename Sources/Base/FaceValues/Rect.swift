// SPDX-License-Identifier: Apache-2.0
/// An upright rectangle: origin at its top left corner, x to the right, y down.
public struct Rect: Sendable, Hashable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// Along x, 0 or more.
    public var width: Double
    /// Along y, 0 or more.
    public var height: Double

    /// The whole of a normalized frame.
    public static let unit = Rect(x: 0, y: 0, width: 1, height: 1)

    /// An upright rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The smallest rectangle that holds both corners, in whichever order they come.
    public init(corner a: Point, corner b: Point) {
        self.init(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
    }

    /// The right edge.
    public var maxX: Double { x + width }
    /// The bottom edge.
    public var maxY: Double { y + height }
    /// The middle.
    public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
    /// The greater of both extents.
    package var longerSide: Double { max(width, height) }
    /// The top left corner.
    public var origin: Point { Point(x: x, y: y) }
    /// The extent.
    public var size: Size { Size(width: width, height: height) }
    /// Width times height; 0 of an empty rectangle.
    public var area: Double { max(0, width) * max(0, height) }
    /// Whether it covers nothing.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The part both rectangles cover; empty, with no extent below 0, when they do not touch.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top))
    }

    /// Intersection over union, 0...1; 0 where neither has an area.
    public func intersectionOverUnion(_ other: Rect) -> Double {
        let common = intersection(other).area
        let whole = area + other.area - common
        return whole > 0 ? common / whole : 0
    }

    /// Whether `point` lies inside, the left and top edges included.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
    }

    /// The rectangle stretched by a factor along each axis, its origin too.
    public func scaled(x factorX: Double, y factorY: Double) -> Rect {
        Rect(
            x: x * factorX, y: y * factorY, width: width * factorX, height: height * factorY)
    }
}
