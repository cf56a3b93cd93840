// SPDX-License-Identifier: Apache-2.0
import Glibc

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
    /// What stands on both.
    func cross(_ other: Vector) -> Vector {
        Vector(
            y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
    /// The same turned about an axis by the axis's length in radians, counterclockwise where it points to who looks.
    func turned(by axis: Vector) -> Vector {
        let angle = axis.length
        guard angle > 0 else { return self }
        let unit = axis * (1 / angle)
        return self * cos(angle) + unit.cross(self) * sin(angle)
            + unit * (unit.dot(self) * (1 - cos(angle)))
    }
    /// How long it is.
    var length: Double { dot(self).squareRoot() }
}
