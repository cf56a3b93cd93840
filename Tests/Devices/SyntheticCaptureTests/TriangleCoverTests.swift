// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer
import Testing

@testable import SyntheticCapture

@Suite struct TriangleCoverTests {
    private typealias Corner = (x: Float, y: Float)

    private let side = 32

    /// The cells inside of a triangle.
    private func cells(_ a: Corner, _ b: Corner, _ c: Corner) -> [Int] {
        var cells = [UInt8](repeating: 0, count: side * side)
        let points = [a, b, c].map { FacecapPoint(x: $0.x, y: $0.y) }
        facecap_cover_triangles(
            &cells, Int32(side), Int32(side), points, [FacecapTriangle(a: 0, b: 1, c: 2)], 1, 1)
        return cells.indices.filter { cells[$0] == 1 }
    }

    @Test func trianglesSideBySideCoverEveryPixelOnce() {
        var random = SplitMix64(seed: 1)
        // The rim lies outside the image, the first middle on the center of a pixel.
        let rim: [Corner] = [(-40, -3), (16.5, -9), (90, -2), (70, 50), (-7, 35)]
        for turn in 0..<40 {
            let middle: Corner =
                turn == 0
                ? (16.5, 16.5) : (Float(random.unit() * 32), Float(random.unit() * 32))
            var covered = [Int](repeating: 0, count: side * side)
            for index in rim.indices {
                for cell in cells(rim[index], rim[(index + 1) % rim.count], middle) {
                    covered[cell] += 1
                }
            }
            #expect(covered.allSatisfy { $0 == 1 })
        }
    }

    @Test func theOrderOfTheCornersMakesNoDifference() {
        let (a, b, c): (Corner, Corner, Corner) = ((3.2, 4.1), (28.7, 9.4), (11.3, 30.6))
        #expect(!cells(a, b, c).isEmpty)
        #expect(cells(a, b, c) == cells(c, a, b))
        #expect(cells(a, b, c) == cells(b, a, c))
    }

    @Test func whatHoldsNoCentreOfAPixelIsEmpty() {
        #expect(cells((4, 4), (4.3, 4), (4, 4.3)).isEmpty)
        #expect(cells((2, 7), (20, 7), (30, 7)).isEmpty)
        #expect(cells((-5, -9), (40, -9), (10, -1)).isEmpty)
    }
}
