// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer

/// A point or a direction in the frame of a head: x to the right of the image, y up, z to the
/// camera; a unit is about half the height of a face.
typealias Vector3 = FacecapVector

extension Vector3 {
    static let zero = Vector3(x: 0, y: 0, z: 0)

    static func + (left: Vector3, right: Vector3) -> Vector3 {
        Vector3(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    static func - (left: Vector3, right: Vector3) -> Vector3 {
        Vector3(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    func dot(_ other: Vector3) -> Float { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Vector3) -> Vector3 {
        Vector3(
            x: y * other.z - z * other.y, y: z * other.x - x * other.z,
            z: x * other.y - y * other.x)
    }

    /// The same direction with length 1; a vector without length stays as it is.
    var normalized: Vector3 {
        let length = dot(self).squareRoot()
        return length > 0 ? Vector3(x: x / length, y: y / length, z: z / length) : self
    }
}
