// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension Point {
    /// Halfway between two points.
    static func middle(_ a: Point, _ b: Point) -> Point {
        Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
    }
}
