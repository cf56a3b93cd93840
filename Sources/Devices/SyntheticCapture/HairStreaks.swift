// SPDX-License-Identifier: Apache-2.0
/// Lighter and darker strands, by the fraction of the way around the head: 0 in front, 1 at the back.
struct HairStreaks {
    private static let count = 96
    private let levels: [Float]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed &+ 0x4841_4952)
        levels = (0...Self.count).map { _ in Float(random.signed()) }
    }

    func shade(_ hair: Color, at share: Float) -> Color {
        let position = min(max(share, 0), 0.999) * Float(Self.count)
        let index = Int(position)
        let t = position - Float(index)
        let level = levels[index] * (1 - t) + levels[index + 1] * t
        return (hair * (1 + 0.22 * level)).mixed(Color(255, 235, 215), 0.02 * (1 + level))
    }

    /// The hair all around the head and the nape below it: u over half a turn, v as on the face.
    func texture(of identity: HeadIdentity) -> Texture {
        var canvas = TextureCanvas(
            width: 192, height: 64, x: 0...1, y: FacePainter.lines, color: identity.skin * 0.9)
        canvas.paint { x, y, pixel in
            pixel = pixel.mixed(shade(identity.hair, at: x), Ramp.smooth(y, -0.45, -0.35))
        }
        return Texture(canvas)
    }
}
