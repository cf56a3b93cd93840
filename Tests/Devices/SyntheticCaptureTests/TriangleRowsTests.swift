// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SyntheticCapture

@Suite struct TriangleRowsTests {
    private let side = 32

    private func pixels(
        _ a: TriangleRows.Corner, _ b: TriangleRows.Corner, _ c: TriangleRows.Corner
    ) -> [Int] {
        guard let triangle = TriangleRows(a, b, c, width: side, height: side) else { return [] }
        return triangle.rows.flatMap { row in
            triangle.columns(row: row).map { row * side + $0 }
        }
    }

    @Test func trianglesSideBySideCoverEveryPixelOnce() {
        var random = SplitMix64(seed: 1)
        // The rim lies outside the image, the first middle on the centre of a pixel.
        let rim: [TriangleRows.Corner] = [(-40, -3), (16.5, -9), (90, -2), (70, 50), (-7, 35)]
        for turn in 0..<40 {
            let middle: TriangleRows.Corner =
                turn == 0
                ? (16.5, 16.5) : (Float(random.unit() * 32), Float(random.unit() * 32))
            var covered = [Int](repeating: 0, count: side * side)
            for index in rim.indices {
                for pixel in pixels(rim[index], rim[(index + 1) % rim.count], middle) {
                    covered[pixel] += 1
                }
            }
            #expect(covered.allSatisfy { $0 == 1 })
        }
    }

    @Test func theOrderOfTheCornersMakesNoDifference() {
        let (a, b, c): (TriangleRows.Corner, TriangleRows.Corner, TriangleRows.Corner)
        (a, b, c) = ((3.2, 4.1), (28.7, 9.4), (11.3, 30.6))
        #expect(!pixels(a, b, c).isEmpty)
        #expect(pixels(a, b, c) == pixels(c, a, b))
        #expect(pixels(a, b, c) == pixels(b, a, c))
    }

    @Test func whatHoldsNoCentreOfAPixelIsEmpty() {
        #expect(pixels((4, 4), (4.3, 4), (4, 4.3)).isEmpty)
        #expect(pixels((2, 7), (20, 7), (30, 7)).isEmpty)
        #expect(pixels((-5, -9), (40, -9), (10, -1)).isEmpty)
    }
}
