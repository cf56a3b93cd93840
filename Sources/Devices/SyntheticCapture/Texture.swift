// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer

/// An image to be laid over a mesh; u and v run over 0...1, v from top to bottom. Its texels are as
/// `FacecapTexture` describes them.
struct Texture: Sendable {
    let width: Int
    let height: Int
    let texels: [UInt64]

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

    /// One color all over.
    init(_ color: Color) {
        self.init(TextureCanvas(width: 1, height: 1, x: 0...1, y: 0...1, color: color))
    }

    /// Calls `body` with the texture as the rasterizer takes it.
    func withCTexture<Result>(_ body: (FacecapTexture) -> Result) -> Result {
        texels.withUnsafeBufferPointer { buffer in
            guard let texels = buffer.baseAddress else { preconditionFailure("no texels") }
            return body(
                FacecapTexture(width: Int32(width), height: Int32(height), texels: texels))
        }
    }
}
