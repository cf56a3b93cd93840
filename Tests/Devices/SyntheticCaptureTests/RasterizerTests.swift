// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer
import Testing

@testable import SyntheticCapture

/// Triangles drawn into an image of 32x32 pixels.
@Suite struct RasterizerTests {
    private final class Image {
        private static let side = 32
        private let lumaPlane = Image.plane(UInt8(0), side: side)
        private let cbPlane = Image.plane(UInt8(0), side: side / 2)
        private let crPlane = Image.plane(UInt8(0), side: side / 2)
        private let partPlane = Image.plane(UInt8(0), side: side)
        private let depthPlane = Image.plane(Float(0), side: side)

        var luma: [UInt8] { Array(lumaPlane) }
        var cb: [UInt8] { Array(cbPlane) }
        var cr: [UInt8] { Array(crPlane) }
        var parts: [UInt8] { Array(partPlane) }

        deinit {
            for plane in [lumaPlane, cbPlane, crPlane, partPlane] { plane.deallocate() }
            depthPlane.deallocate()
        }

        func draw(
            _ vertices: [FacecapVertex], texels: [UInt64], size: Int32 = 1, part: UInt8 = 1
        ) throws {
            let side = Self.side
            let canvas = FacecapCanvas(
                width: Int32(side), height: Int32(side),
                luma: try #require(lumaPlane.baseAddress), luma_stride: side,
                cb: try #require(cbPlane.baseAddress), cb_stride: side / 2,
                cr: try #require(crPlane.baseAddress), cr_stride: side / 2,
                depth: try #require(depthPlane.baseAddress),
                parts: try #require(partPlane.baseAddress))
            try texels.withUnsafeBufferPointer { texels in
                let texture = FacecapTexture(
                    width: size, height: size, texels: try #require(texels.baseAddress))
                facecap_fill_triangles(
                    canvas, vertices, [FacecapTriangle(a: 0, b: 1, c: 2)], 1, texture, part)
            }
        }

        private static func plane<Sample>(
            _ value: Sample, side: Int
        ) -> UnsafeMutableBufferPointer<Sample> {
            let plane = UnsafeMutableBufferPointer<Sample>.allocate(capacity: side * side)
            plane.initialize(repeating: value)
            return plane
        }
    }

    /// A triangle over all of the image, of one place of the texture and one light.
    private func triangle(
        depth: Float = 1, u: Float = 0, v: Float = 0, light: Float = 65536, shine: Float = 0,
        isFront: Bool = true
    ) -> [FacecapVertex] {
        let corners: [(Float, Float)] = [(-2, -2), (80, -2), (-2, 80)]
        return (isFront ? corners : corners.reversed()).map { x, y in
            FacecapVertex(x: x, y: y, depth: depth, u: u, v: v, light: light, shine: shine)
        }
    }

    private func texel(_ luma: UInt64, _ cb: UInt64, _ cr: UInt64) -> UInt64 {
        luma | cb << 16 | cr << 32
    }

    @Test func colorsAreTheBlendOfFourTexelsInTheirLight() throws {
        let image = Image()
        // A texture of 2x2, its last column and row twice.
        let rows: [[UInt64]] = [[0, 100, 100], [200, 60, 60], [200, 60, 60]]
        let texels = rows.joined().map { texel($0, 128 + $0 / 4, 128 - $0 / 4) }
        try image.draw(
            triangle(u: 0.25 * 65536, v: 0.5 * 65536, light: 0.5 * 65536, shine: 10 * 256),
            texels: texels, size: 2)
        // (0 * 3 + 100) / 4 above, (200 * 3 + 60) / 4 below: 95, lit by half.
        #expect(image.luma.allSatisfy { $0 == 16 + 95 / 2 + 10 })
        #expect(image.cb.allSatisfy { 139...140 ~= $0 })
        #expect(image.cr.allSatisfy { 115...117 ~= $0 })
    }

    @Test func theNearestIsSeenWhicheverIsDrawnFirst() throws {
        let (near, far) = (texel(200, 128, 128), texel(50, 128, 128))
        for isNearFirst in [true, false] {
            let image = Image()
            for isNear in [isNearFirst, !isNearFirst] {
                try image.draw(
                    triangle(depth: isNear ? 2 : 1), texels: [isNear ? near : far],
                    part: isNear ? 7 : 8)
            }
            #expect(Set(image.luma) == [216])
            #expect(Set(image.parts) == [7])
        }
    }

    @Test func backsAreNotDrawn() throws {
        let image = Image()
        try image.draw(triangle(isFront: false), texels: [texel(200, 128, 128)])
        #expect(Set(image.luma) == [0])
    }

    @Test func cornersFarOutsideAndThinTrianglesStayInsideOfImageAndTexture() throws {
        var random = SplitMix64(seed: 5)
        let texels = [UInt64](repeating: texel(99, 128, 128), count: 9)
        for _ in 0..<2_000 {
            let image = Image()
            let vertices = (0..<3).map { _ in
                let reach = [1.0, 40, 1e6, 1e12, 1e30][Int(random.next() % 5)]
                return FacecapVertex(
                    x: Float(16 + random.signed() * reach), y: Float(16 + random.signed() * reach),
                    depth: 1, u: Float(random.signed() * 1e9), v: Float(random.signed() * 1e9),
                    light: 65536, shine: 0)
            }
            try image.draw(vertices, texels: texels, size: 2)
            #expect(Set(image.parts).isSubset(of: [0, 1]))
        }
    }
}
