// SPDX-License-Identifier: Apache-2.0
/// How one set of points is turned and scaled to lie on another one, by weighted least squares.
///
/// Source: Horn, "Closed-form solution of absolute orientation using unit quaternions", 1987.
struct RigidFit {
    /// What a turned point is made of, row by row.
    let rows: (Vector, Vector, Vector)
    /// The length of what was a unit.
    let scale: Double
    /// The weighted middle of the second set.
    let center: Vector
    /// The root of the mean square of what is left between the points, in units of the first set.
    let residual: Double

    /// Lays the first of each pair on the second; `nil` for points without extent.
    init?(_ pairs: [(from: Vector, to: Vector, weight: Double)]) {
        let total = pairs.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return nil }
        let from = pairs.reduce(Vector(0, 0, 0)) { $0 + $1.from * ($1.weight / total) }
        let to = pairs.reduce(Vector(0, 0, 0)) { $0 + $1.to * ($1.weight / total) }
        // Row by row the products of a coordinate of the first set with those of the second.
        var products = (Vector(0, 0, 0), Vector(0, 0, 0), Vector(0, 0, 0))
        var extentFrom = 0.0
        var extentTo = 0.0
        for pair in pairs {
            let a = pair.from - from
            let b = (pair.to - to) * (pair.weight / total)
            products.0 = products.0 + b * a.x
            products.1 = products.1 + b * a.y
            products.2 = products.2 + b * a.z
            extentFrom += a.dot(a) * pair.weight / total
            extentTo += b.dot(pair.to - to)
        }
        // What rounding leaves of points that are all the same is no extent.
        guard extentFrom > 0, extentTo > 1e-12 * to.dot(to), extentTo.isFinite else { return nil }
        let (largest, turn) = Self.largestEigenvector(Self.matrix(products))
        rows = turn.rows
        center = to
        scale = largest / extentFrom
        guard scale > 0 else { return nil }
        let rest = extentTo - scale * largest
        residual = max(0, rest).squareRoot() / scale
    }

    /// Where a point of the second set lies from the middle, in units of the first set and turned as it is.
    func place(of point: Vector) -> Vector {
        let offset = (point - center) * (1 / scale)
        return rows.0 * offset.x + rows.1 * offset.y + rows.2 * offset.z
    }

    private static func matrix(_ s: (Vector, Vector, Vector)) -> [[Double]] {
        [
            [s.0.x + s.1.y + s.2.z, s.1.z - s.2.y, s.2.x - s.0.z, s.0.y - s.1.x],
            [s.1.z - s.2.y, s.0.x - s.1.y - s.2.z, s.0.y + s.1.x, s.2.x + s.0.z],
            [s.2.x - s.0.z, s.0.y + s.1.x, s.1.y - s.0.x - s.2.z, s.1.z + s.2.y],
            [s.0.y - s.1.x, s.2.x + s.0.z, s.1.z + s.2.y, s.2.z - s.0.x - s.1.y],
        ]
    }

    /// The largest eigenvalue of a symmetric matrix with its vector, by Jacobi's rotations.
    private static func largestEigenvector(_ matrix: [[Double]]) -> (Double, Quaternion) {
        var a = matrix
        var v = (0..<4).map { row in (0..<4).map { $0 == row ? 1.0 : 0 } }
        for _ in 0..<12 {
            for p in 0..<3 {
                for q in (p + 1)..<4 where a[p][q] != 0 {
                    let angle = (a[q][q] - a[p][p]) / (2 * a[p][q])
                    let t =
                        (angle < 0 ? -1.0 : 1) / (abs(angle) + (angle * angle + 1).squareRoot())
                    let c = 1 / (t * t + 1).squareRoot()
                    let s = t * c
                    for k in 0..<4 { (a[k][p], a[k][q]) = turned(a[k][p], a[k][q], c, s) }
                    for k in 0..<4 { (a[p][k], a[q][k]) = turned(a[p][k], a[q][k], c, s) }
                    for k in 0..<4 { (v[k][p], v[k][q]) = turned(v[k][p], v[k][q], c, s) }
                }
            }
        }
        let best = (1..<4).reduce(0) { a[$1][$1] > a[$0][$0] ? $1 : $0 }
        return (a[best][best], Quaternion(v[0][best], v[1][best], v[2][best], v[3][best]))
    }

    private static func turned(
        _ a: Double, _ b: Double, _ c: Double, _ s: Double
    ) -> (Double, Double) { (c * a - s * b, s * a + c * b) }

    /// A turn in space, of length 1.
    private struct Quaternion {
        let w, x, y, z: Double

        init(_ w: Double, _ x: Double, _ y: Double, _ z: Double) {
            self.w = w
            self.x = x
            self.y = y
            self.z = z
        }

        var rows: (Vector, Vector, Vector) {
            (
                Vector(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
                Vector(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
                Vector(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
            )
        }
    }
}
