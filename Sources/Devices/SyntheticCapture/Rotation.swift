// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer
import Glibc

/// The turn of a head, as the rows of its matrix: pitch first, then yaw, then roll.
struct Rotation {
    let right: Vector3
    let up: Vector3
    let front: Vector3

    /// Degrees with the signs of `MetadataFaceObject`: yaw positive turns the nose to the left of the
    /// image, pitch positive up, roll positive clockwise.
    init(yaw: Double, pitch: Double, roll: Double) {
        let radians = Float.pi / 180
        let (sy, cy) = (sin(-Float(yaw) * radians), cos(-Float(yaw) * radians))
        let (sp, cp) = (sin(Float(pitch) * radians), cos(Float(pitch) * radians))
        let (sr, cr) = (sin(Float(roll) * radians), cos(Float(roll) * radians))
        // Ry Rx, whose first two rows Rz then mixes.
        let first = Vector3(x: cy, y: -sy * sp, z: sy * cp)
        let second = Vector3(x: 0, y: cp, z: sp)
        front = Vector3(x: -sy, y: -cy * sp, z: cy * cp)
        right = Vector3(
            x: cr * first.x + sr * second.x, y: cr * first.y + sr * second.y,
            z: cr * first.z + sr * second.z)
        up = Vector3(
            x: -sr * first.x + cr * second.x, y: -sr * first.y + cr * second.y,
            z: -sr * first.z + cr * second.z)
    }

    /// The direction in camera space of a direction of the head.
    func apply(_ vector: Vector3) -> Vector3 {
        Vector3(x: right.dot(vector), y: up.dot(vector), z: front.dot(vector))
    }
}
