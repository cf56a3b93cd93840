// SPDX-License-Identifier: Apache-2.0
/// An image to be laid over a mesh; u and v run over 0...1, v from top to bottom.
///
/// A texel is four 16-bit lanes of one word, so that two texels are blended in one multiplication:
/// luma without its offset (0...219), Cb and Cr (128 is grey). A column and a row more than
/// addressed repeat the last ones: blending with the next texel needs no test.
struct Texture: Sendable {
    let width: Int
    let height: Int
    let texels: [UInt64]
    /// Whether it is of one colour.
    var isPlain: Bool { width == 1 && height == 1 }

    init(_ canvas: TextureCanvas) {
        width = canvas.width
        height = canvas.height
        var texels: [UInt64] = []
        texels.reserveCapacity((width + 1) * (height + 1))
        for y in 0...height {
            for x in 0...width {
                let color = canvas[min(x, width - 1), min(y, height - 1)].lumaAndChroma
                texels.append(
                    UInt64(color.luma.rounded()) | UInt64((color.cb + 128).rounded()) << 16
                        | UInt64((color.cr + 128).rounded()) << 32)
            }
        }
        self.texels = texels
    }

    /// One colour all over.
    init(_ color: Color) {
        self.init(TextureCanvas(width: 1, height: 1, x: 0...1, y: 0...1, color: color))
    }
}
