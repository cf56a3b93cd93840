// SPDX-License-Identifier: Apache-2.0
/// A place or a way in three dimensions.
struct Vector: Hashable, Sendable {
    var x: Double
    var y: Double
    var z: Double

    init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y, a.z + b.z) }
    static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y, a.z - b.z) }
    static func * (a: Vector, factor: Double) -> Vector {
        Vector(a.x * factor, a.y * factor, a.z * factor)
    }

    /// The sum of the products along each axis.
    func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }
    /// How long it is.
    var length: Double { dot(self).squareRoot() }
}
