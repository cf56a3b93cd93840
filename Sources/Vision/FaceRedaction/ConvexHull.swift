// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// The smallest convex polygon around points (A. M. Andrew, "Another efficient algorithm for convex hulls
/// in two dimensions", 1979).
enum ConvexHull {
    /// The corners of the polygon, in order; fewer than three where the points have no area.
    static func polygon(around points: [Point]) -> [Point] {
        let sorted = Set(points).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        guard sorted.count > 2 else { return sorted }
        let lower = chain(sorted)
        let upper = chain(sorted.reversed())
        return lower.dropLast() + upper.dropLast()
    }

    private static func chain(_ points: [Point]) -> [Point] {
        var chain: [Point] = []
        for point in points {
            while chain.count > 1, turn(chain[chain.count - 2], chain[chain.count - 1], point) <= 0
            {
                chain.removeLast()
            }
            chain.append(point)
        }
        return chain
    }

    /// Greater than 0 where the way from `a` over `b` to `c` turns from x towards y.
    private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Double {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }
}
