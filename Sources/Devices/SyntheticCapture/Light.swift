// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer

extension FacecapLight {
    /// The light of the scene: a window to the left above, a weaker one to the right, and the
    /// room's.
    static let room = FacecapLight(
        ambient: 0.42,
        lamps: (
            FacecapLamp(Vector3(x: -0.40, y: 0.55, z: 0.75), power: 0.60),
            FacecapLamp(Vector3(x: 0.75, y: 0.15, z: 0.45), power: 0.25)
        ))

    /// A light from anywhere in front, from dim to bright, soft or hard, as a seed draws it.
    init(seed: UInt64) {
        var random = SplitMix64(seed: seed &+ 0x4C49_4748)
        let brightness = Float(0.55 + 0.6 * random.unit())
        let ambient = brightness * Float(0.3 + 0.3 * random.unit())
        let side = Float(random.signed())
        let window = FacecapLamp(
            Vector3(x: 0.9 * side, y: Float(0.1 + 0.8 * random.unit()), z: 0.7),
            power: brightness * Float(0.35 + 0.35 * random.unit()))
        let reflection = FacecapLamp(
            Vector3(x: -0.75 * side, y: 0.15, z: 0.45),
            power: brightness * Float(0.3 * random.unit()))
        self.init(ambient: ambient, lamps: (window, reflection))
    }
}

extension FacecapLamp {
    /// A lamp in a direction of any length.
    fileprivate init(_ direction: Vector3, power: Float) {
        let direction = direction.normalized
        self.init(
            direction: direction, mirror: (direction + Vector3(x: 0, y: 0, z: 1)).normalized,
            power: power)
    }
}
