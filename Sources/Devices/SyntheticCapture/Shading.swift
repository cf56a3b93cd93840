// SPDX-License-Identifier: Apache-2.0
/// The light of the scene: a window to the left above, a weaker one to the right, and the room's.
struct Shading {
    private struct Lamp {
        let direction: Vector3
        /// Halfway between the lamp and the camera.
        let mirror: Vector3
        let power: Float

        init(direction: Vector3, power: Float) {
            self.direction = direction.normalized
            mirror = (self.direction + Vector3(x: 0, y: 0, z: 1)).normalized
            self.power = power
        }
    }

    private let ambient: Float
    private let window: Lamp
    private let reflection: Lamp

    init() {
        ambient = 0.42
        window = Lamp(direction: Vector3(x: -0.40, y: 0.55, z: 0.75), power: 0.60)
        reflection = Lamp(direction: Vector3(x: 0.75, y: 0.15, z: 0.45), power: 0.25)
    }

    /// A light from anywhere in front, from dim to bright, soft or hard, as a seed draws it.
    init(seed: UInt64) {
        var random = SplitMix64(seed: seed &+ 0x4C49_4748)
        let brightness = Float(0.55 + 0.6 * random.unit())
        ambient = brightness * Float(0.3 + 0.3 * random.unit())
        let side = Float(random.signed())
        window = Lamp(
            direction: Vector3(x: 0.9 * side, y: Float(0.1 + 0.8 * random.unit()), z: 0.7),
            power: brightness * Float(0.35 + 0.35 * random.unit()))
        reflection = Lamp(
            direction: Vector3(x: -0.75 * side, y: 0.15, z: 0.45),
            power: brightness * Float(0.3 * random.unit()))
    }

    /// The factor of a surface's colour, and the luma that its gloss adds.
    @inline(__always)
    func light(on normal: Vector3, gloss: Float) -> (factor: Float, shine: Float) {
        let factor =
            ambient + window.power * max(0, normal.dot(window.direction))
            + reflection.power * max(0, normal.dot(reflection.direction))
        let shine = Self.shine(normal, window) + Self.shine(normal, reflection)
        return (factor, shine * gloss * 219)
    }

    @inline(__always)
    private static func shine(_ normal: Vector3, _ lamp: Lamp) -> Float {
        guard normal.dot(lamp.direction) > 0 else { return 0 }
        let share = max(0, normal.dot(lamp.mirror))
        let fourth = share * share * share * share
        let eighth = fourth * fourth
        return eighth * eighth * eighth * lamp.power
    }
}
