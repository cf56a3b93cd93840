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

    private let ambient: Float = 0.42
    private let window = Lamp(direction: Vector3(x: -0.40, y: 0.55, z: 0.75), power: 0.60)
    private let reflection = Lamp(direction: Vector3(x: 0.75, y: 0.15, z: 0.45), power: 0.25)

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
