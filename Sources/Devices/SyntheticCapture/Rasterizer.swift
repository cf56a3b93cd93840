// SPDX-License-Identifier: Apache-2.0
/// Fills textured and shaded triangles into a canvas.
struct Rasterizer {
    /// A vertex on the screen.
    struct Vertex {
        var x: Float
        var y: Float
        /// Inverse distance.
        var depth: Float
        /// 65536ths of a texel.
        var u: Float
        var v: Float
        /// 65536ths: the factor of the texture's colour, and the luma of the mirrored light.
        var light: Float
        var shine: Float
    }

    /// A number that changes evenly over a triangle.
    private struct Gradient {
        let origin: Float
        let alongX: Float
        let alongY: Float

        @inline(__always)
        init(_ a: Float, _ b: Float, _ c: Float, _ edges: Edges) {
            origin = a
            alongX = ((b - a) * edges.y2 - (c - a) * edges.y1) * edges.inverseArea
            alongY = ((c - a) * edges.x1 - (b - a) * edges.x2) * edges.inverseArea
        }

        @inline(__always)
        func value(_ dx: Float, _ dy: Float) -> Float { origin + dx * alongX + dy * alongY }
    }

    /// A gradient in whole numbers, which spares converting one for every row.
    private struct FixedGradient {
        private let origin: Int
        private let alongY: Int
        let alongX: Int

        /// The origin is the pixel whose centre lies (`dx`, `dy`) from the first corner.
        @inline(__always)
        init(_ gradient: Gradient, _ dx: Float, _ dy: Float) {
            origin = Self.fixed(gradient.value(dx, dy))
            alongX = Self.fixed(gradient.alongX)
            alongY = Self.fixed(gradient.alongY)
        }

        @inline(__always)
        func value(_ columns: Int, _ rows: Int) -> Int {
            origin &+ columns &* alongX &+ rows &* alongY
        }

        /// Inexact at the rims of thin triangles, so kept in bounds.
        @inline(__always)
        private static func fixed(_ value: Float) -> Int {
            Int(min(max(value, -0x1p40), 0x1p40))
        }
    }

    private struct Edges {
        let x1: Float
        let y1: Float
        let x2: Float
        let y2: Float
        let inverseArea: Float
    }

    let canvas: Canvas

    /// Draws the triangles whose front is seen. `part` marks their pixels.
    func fill(
        _ vertices: UnsafePointer<Vertex>, _ triangles: [(Int, Int, Int)], _ texture: Texture,
        part: UInt8
    ) {
        texture.texels.withUnsafeBufferPointer { buffer in
            guard let texels = buffer.baseAddress else { return }
            // One loop each, so that neither tests for every pixel which one it is.
            if texture.isPlain {
                for (a, b, c) in triangles {
                    fill(
                        vertices[a], vertices[b], vertices[c], texels, texture, part,
                        isPlain: true)
                }
            } else {
                for (a, b, c) in triangles {
                    fill(
                        vertices[a], vertices[b], vertices[c], texels, texture, part,
                        isPlain: false)
                }
            }
        }
    }

    @inline(__always)
    private func fill(
        _ a: Vertex, _ b: Vertex, _ c: Vertex, _ texels: UnsafePointer<UInt64>,
        _ texture: Texture, _ part: UInt8, isPlain: Bool
    ) {
        let (x1, y1, x2, y2) = (b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y)
        let area = x1 * y2 - x2 * y1
        guard area > 1e-6 else { return }
        let rows = TriangleRows(
            (a.x, a.y), (b.x, b.y), (c.x, c.y), width: canvas.width, height: canvas.height)
        guard let rows else { return }
        let edges = Edges(x1: x1, y1: y1, x2: x2, y2: y2, inverseArea: 1 / area)
        let depth = Gradient(a.depth, b.depth, c.depth, edges)
        let base = (column: Int(a.x), row: Int(a.y))
        let (baseX, baseY) = (Float(base.column) + 0.5 - a.x, Float(base.row) + 0.5 - a.y)
        let u = FixedGradient(Gradient(a.u, b.u, c.u, edges), baseX, baseY)
        let v = FixedGradient(Gradient(a.v, b.v, c.v, edges), baseX, baseY)
        let light = FixedGradient(Gradient(a.light, b.light, c.light, edges), baseX, baseY)
        let shine = FixedGradient(Gradient(a.shine, b.shine, c.shine, edges), baseX, baseY)
        let lastU = (texture.width - 1) << 16
        let lastV = (texture.height - 1) << 16
        let stride = texture.width + 1

        for row in rows.rows {
            let columns = rows.columns(row: row)
            guard !columns.isEmpty else { continue }
            let dx = Float(columns.lowerBound) + 0.5 - a.x
            let dy = Float(row) + 0.5 - a.y
            var z = depth.value(dx, dy)
            let (right, down) = (columns.lowerBound &- base.column, row &- base.row)
            var position = (u: u.value(right, down), v: v.value(right, down))
            var shade = (light: light.value(right, down), shine: shine.value(right, down))
            let start = row &* canvas.width
            let lumaRow = canvas.luma + row &* canvas.lumaStride
            let cbRow = canvas.cb + (row &>> 1) &* canvas.cbStride
            let crRow = canvas.cr + (row &>> 1) &* canvas.crStride
            let hasChroma = row & 1 == 0
            var column = columns.lowerBound
            while column < columns.upperBound {
                if z > canvas.depth[start &+ column] {
                    canvas.depth[start &+ column] = z
                    canvas.parts[start &+ column] = part
                    let color =
                        isPlain
                        ? texels[0]
                        : Self.sample(
                            texels, stride, min(max(position.u, 0), lastU),
                            min(max(position.v, 0), lastV))
                    let factor = shade.light &>> 8
                    let luma = (Int(color & 0xFF) &* factor &+ shade.shine) &>> 8
                    lumaRow[column] = UInt8(truncatingIfNeeded: 16 &+ min(max(luma, 0), 219))
                    if hasChroma, column & 1 == 0 {
                        let cb = ((Int((color &>> 16) & 0xFF) &- 128) &* factor) &>> 8
                        let cr = ((Int((color &>> 32) & 0xFF) &- 128) &* factor) &>> 8
                        cbRow[column &>> 1] = Self.chroma(cb)
                        crRow[column &>> 1] = Self.chroma(cr)
                    }
                }
                z += depth.alongX
                position = (position.u &+ u.alongX, position.v &+ v.alongX)
                shade = (shade.light &+ light.alongX, shade.shine &+ shine.alongX)
                column &+= 1
            }
        }
    }

    @inline(__always)
    private static func chroma(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: 128 &+ min(max(value, -112), 112))
    }

    /// The blend of the four texels around a place, its lanes 8 bits wide.
    @inline(__always)
    private static func sample(
        _ texels: UnsafePointer<UInt64>, _ stride: Int, _ u: Int, _ v: Int
    ) -> UInt64 {
        let texel = texels + ((v &>> 16) &* stride &+ (u &>> 16))
        let right = UInt64(truncatingIfNeeded: (u &>> 8) & 0xFF)
        let below = UInt64(truncatingIfNeeded: (v &>> 8) & 0xFF)
        let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
        let upper = ((texel[0] &* (256 &- right) &+ texel[1] &* right) &>> 8) & lanes
        let lower =
            ((texel[stride] &* (256 &- right) &+ texel[stride &+ 1] &* right) &>> 8) & lanes
        return ((upper &* (256 &- below) &+ lower &* below) &>> 8) & lanes
    }
}
