// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceOverlay
import FaceValues
import Testing

@testable import ImageDrawing

@Suite struct CoveringTests {
    private static let coverings: [Covering] = [.blur, .pixelate, .box(.black)]
    private let pool = ImageCanvasPool()

    private func cover(
        _ regions: [[(Double, Double)]], of image: PixelBuffer, with covering: Covering
    ) throws -> Samples {
        let canvas = try pool.makeCanvas(of: image)
        try canvas.cover(regions.map { $0.map { Point(x: $0.0, y: $0.1) } }, with: covering)
        return Samples(canvas.makePixelBuffer())
    }

    private func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double)
        -> [(Double, Double)]
    {
        [(left, top), (right, top), (right, bottom), (left, bottom)]
    }

    /// A white square on black, as a mask: which samples a region covers.
    private func covered(_ region: [(Double, Double)], plane: Int) throws -> Set<Place> {
        let white = PixelBuffer.make(.i420, 41, 31) { _, _, _ in 255 }
        return try cover([region], of: white, with: .box(OverlayColor(red: 0, green: 200, blue: 0)))
            .places(differingFrom: Samples(white), inPlane: plane)
    }

    @Test func everySampleThatARegionOverlapsIsCovered() throws {
        let region = box(10.5, 4.99, 20, 9.01)
        #expect(
            try covered(region, plane: 0)
                == Set((10...19).flatMap { x in (4...9).map { Place(x: x, y: $0) } }))
        for plane in 1...2 {
            #expect(
                try covered(region, plane: plane)
                    == Set((5...9).flatMap { x in (2...4).map { Place(x: x, y: $0) } }))
        }
    }

    @Test func slantedRegionsCoverWhatTheyOverlapAndNoMore() throws {
        let diamond = [(20.3, 2.1), (33.7, 14.9), (20.3, 28.2), (7.1, 14.9)]
        let places = try covered(diamond, plane: 0)
        for y in 0..<31 {
            for x in 0..<41 {
                let overlaps = Self.overlap(diamond, x, y)
                #expect(places.contains(Place(x: x, y: y)) == overlaps, "\(x), \(y)")
            }
        }
    }

    /// Whether a convex polygon, clockwise in the image, and a pixel overlap: no edge of either has
    /// the other one wholly on its outer side.
    private static func overlap(_ polygon: [(Double, Double)], _ x: Int, _ y: Int) -> Bool {
        let (left, top) = (Double(x), Double(y))
        let pixel = [(left, top), (left + 1, top), (left + 1, top + 1), (left, top + 1)]
        func isApart(_ a: [(Double, Double)], _ b: [(Double, Double)]) -> Bool {
            a.indices.contains { i in
                let (p, q) = (a[i], a[(i + 1) % a.count])
                return b.allSatisfy {
                    (q.0 - p.0) * ($0.1 - p.1) - (q.1 - p.1) * ($0.0 - p.0) <= 0
                }
            }
        }
        return !isApart(polygon, pixel) && !isApart(pixel, polygon)
    }

    @Test(arguments: coverings)
    func nothingElseChanges(covering: Covering) throws {
        let image = PixelBuffer.noise(63, 47)
        let samples = try cover([box(11, 9, 40.5, 31)], of: image, with: covering)
        let changed = samples.places(differingFrom: Samples(image), inPlane: 0)
        #expect(changed.allSatisfy { (11...40).contains($0.x) && (9...30).contains($0.y) })
        // Noise that is gone changed nearly everywhere.
        #expect(changed.count > 30 * 22 * 9 / 10)
    }

    @Test(arguments: [Covering.blur, .pixelate])
    func whatIsLeftDependsOnAFewMeansAlone(covering: Covering) throws {
        // 48x48 pixels are 6x6 blocks of 8x8: pixels that change places within a block change nothing.
        let one = PixelBuffer.make(.i420, 64, 64) { plane, x, y in
            plane == 0 ? UInt8((x / 8) * 20 + (y / 8) * 5 + (x + y) % 2 * 40) : 128
        }
        let other = PixelBuffer.make(.i420, 64, 64) { plane, x, y in
            plane == 0 ? UInt8((x / 8) * 20 + (y / 8) * 5 + (x + y + 1) % 2 * 40) : 128
        }
        let region = box(8, 8, 56, 56)
        let covered = try cover([region], of: one, with: covering).planes[0][8..<56]
        let otherwise = try cover([region], of: other, with: covering).planes[0][8..<56]
        #expect(covered.map { $0[8..<56] } == otherwise.map { $0[8..<56] })
    }

    @Test(arguments: [Covering.blur, .pixelate])
    func smallRegionsAreOneMean(covering: Covering) throws {
        let samples = try cover([box(10, 10, 20, 22)], of: .noise(41, 31), with: covering)
        #expect(Set(samples.planes[0][10..<22].flatMap { $0[10..<20] }).count == 1)
        #expect(Set(samples.planes[1][5..<11].flatMap { $0[5..<10] }).count == 1)
    }

    @Test(arguments: coverings, [(1, 1), (33, 17), (64, 48)])
    func wholeImagesCanBeCovered(covering: Covering, size: (Int, Int)) throws {
        let canvas = try pool.makeCanvas(of: .noise(size.0, size.1))
        try canvas.coverAll(with: covering)
        let samples = Samples(canvas.makePixelBuffer())
        let whole = [(-10.0, -10.0), (9e5, -10), (9e5, 9e5), (-10, 9e5)]
        #expect(try cover([whole], of: .noise(size.0, size.1), with: covering) == samples)
        if case .box = covering {
            #expect(samples.planes[0].joined().allSatisfy { $0 == 16 })
        }
    }

    @Test(arguments: [Double.nan, .infinity, 1e300, -1e7])
    func absurdRegionsCoverEverything(value: Double) throws {
        let samples = try cover(
            [[(value, 3), (5, 5), (4, 9)]], of: .noise(20, 20), with: .box(.black))
        #expect(samples.planes[0].joined().allSatisfy { $0 == 16 })
    }

    @Test func regionsOutsideOfTheImageAndEmptyOnesCoverNothing() throws {
        let regions = [box(-50, -50, -1, -1), box(20, 3, 30, 9), []]
        #expect(
            try cover(regions, of: .noise(20, 20), with: .box(.black)) == Samples(.noise(20, 20)))
    }

    @Test func aPointCoversTheSampleItLiesIn() throws {
        #expect(try covered([(7.5, 9.5)], plane: 0) == [Place(x: 7, y: 9)])
        #expect(try covered([(7.5, 9.5)], plane: 1) == [Place(x: 3, y: 4)])
    }
}
