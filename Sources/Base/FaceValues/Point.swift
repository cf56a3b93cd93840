// SPDX-License-Identifier: Apache-2.0
/// A place in a frame: x to the right, y down, in the unit of the space it belongs to.
public struct Point: Sendable, Hashable {
    /// To the right.
    public var x: Double
    /// Down.
    public var y: Double

    /// A place in a frame.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

extension Point {
    /// How far another point is.
    package func distance(to other: Point) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }
}
