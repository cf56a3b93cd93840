// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceOverlay
import FaceValues
import Testing

@testable import ImageDrawing

@Suite struct CanvasDrawingTests {
    private let pool = ImageCanvasPool()
    private let red = OverlayColor(red: 255, green: 0, blue: 0)

    private func draw(
        _ shapes: [OverlayShape], on image: PixelBuffer = .flat(64, 48),
        orientation: VideoOrientation = .upright
    ) throws -> Samples {
        let canvas = try pool.makeCanvas(of: image)
        try canvas.draw(shapes, orientation: orientation)
        return Samples(canvas.makePixelBuffer())
    }

    private func line(_ points: [(Double, Double)], isClosed: Bool = false, isDashed: Bool = false)
        -> OverlayShape
    {
        .line(
            points.map { Point(x: $0.0, y: $0.1) }, isClosed: isClosed, isDashed: isDashed,
            width: 2,
            color: red)
    }

    @Test func aLineHasItsColourAndTouchesNothingElse() throws {
        let samples = try draw([line([(10, 20), (50, 20)])])
        // It covers the rows 19 and 20.
        #expect(samples.planes[0][19][30] == 81 && samples.planes[0][20][30] == 81)
        #expect(samples.planes[1][10][15] < 118 && samples.planes[2][10][15] > 150)
        let changed = samples.places(differingFrom: Samples(.flat(64, 48)), inPlane: 0)
        #expect(changed.allSatisfy { (7...52).contains($0.x) && (17...22).contains($0.y) })
        let colored = samples.places(differingFrom: Samples(.flat(64, 48)), inPlane: 2)
        #expect(colored.allSatisfy { (3...26).contains($0.x) && (8...11).contains($0.y) })
    }

    @Test func aClosedLineReturnsToItsBeginning() throws {
        let points = [(10.0, 10.0), (40, 10), (40, 40)]
        #expect(try draw([line(points)]).planes[0][25][25] == 100)
        #expect(try draw([line(points, isClosed: true)]).planes[0][25][25] != 100)
    }

    @Test func aDashedLineHasHoles() throws {
        let row = try draw([line([(0, 20), (64, 20)], isDashed: true)]).planes[0][20]
        let drawn = row.map { $0 != 100 }
        #expect(drawn.contains(true) && drawn.contains(false))
        #expect(drawn[4] && !drawn[14] && drawn[24])
    }

    @Test func whatLeavesTheImageIsCutOff() throws {
        let samples = try draw([line([(-500_000, 20), (500_000, 20)])])
        #expect(samples.planes[0][20].allSatisfy { $0 == 81 })
        let dashed = try draw([line([(-500_000, 20), (500_000, 20)], isDashed: true)])
        #expect(Set(dashed.planes[0][20]).count > 1)
    }

    @Test func dotsAreFilled() throws {
        let samples = try draw([.dot(Point(x: 20, y: 20), radius: 5, color: red)])
        #expect(samples.planes[0][20][20] == 81 && samples.planes[0][17][20] == 81)
        #expect(samples.planes[0][20][26] == 100 && samples.planes[2][10][10] > 200)
    }

    @Test(arguments: [
        Double.nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, 1e18, 2e9,
    ])
    func absurdCoordinatesDrawNothing(value: Double) throws {
        let far = Point(x: value, y: 5)
        let shapes: [OverlayShape] = [
            line([(value, 5), (5, value)], isClosed: true),
            line([(5, 5), (9, value)], isDashed: true),
            .line(
                [Point(x: 1, y: 1), Point(x: 9, y: 9)], isClosed: false, isDashed: true,
                width: value.isFinite ? -value.magnitude : value, color: red),
            .dot(far, radius: 3, color: red), .dot(Point(x: 5, y: 5), radius: value, color: red),
            .label("a", in: Rect(x: value, y: 5, width: 20, height: 20), color: red),
            .label("a", in: Rect(x: 5, y: 5, width: value, height: 20), color: red),
            .label(
                "a", in: Rect(x: 5, y: 5, width: 20, height: value.isFinite ? 0 : value),
                color: red),
            .line([], isClosed: true, isDashed: false, width: 2, color: red),
        ]
        #expect(try draw(shapes) == Samples(.flat(64, 48)))
    }

    private func label(_ text: String, _ rect: Rect, _ color: OverlayColor) -> OverlayShape {
        .label(text, in: rect, color: color)
    }

    @Test func aLabelHasItsBackgroundAndReadableLetters() throws {
        let rect = Rect(x: 10, y: 20, width: 40, height: 20)
        let samples = try draw([label("#1", rect, red)])
        #expect(samples.planes[0][21][11] == 81 && samples.planes[2][11][6] == 240)
        #expect(samples.planes[0][40][11] == 100 && samples.planes[0][19][11] == 100)
        #expect(samples.planes[0][30][9] == 100 && samples.planes[0][30][50] == 100)
        // Black reads better on red.
        let luma = samples.planes[0][20..<40].joined()
        #expect(luma.min().map { $0 < 40 } == true)
        let dark = try draw([label("#1", rect, .black)])
        #expect(dark.planes[0][20..<40].joined().max().map { $0 > 200 } == true)
    }

    @Test func namesHaveTheirOwnLetters() throws {
        let rect = Rect(x: 0, y: 0, width: 64, height: 20)
        let drawn = try ["Jörg", "Jorg", "J?rg"].map { try draw([label($0, rect, red)]) }
        #expect(drawn[0] != drawn[1] && drawn[1] != drawn[2] && drawn[0] != drawn[2])
    }

    @Test func ofALabelThatLeavesTheImageTheRestIsDrawn() throws {
        let rect = Rect(x: -3, y: -5, width: 21, height: 15)
        let above = try draw([label("a", rect, red)])
        #expect(above.planes[0][0][0] == 81 && above.planes[0][9][17] == 81)
        #expect(above.planes[0][10][0] == 100 && above.planes[0][0][18] == 100)
        let gone = try draw([label("a", Rect(x: 10, y: -40, width: 20, height: 20), red)])
        #expect(gone == Samples(.flat(64, 48)))
        let long = String(repeating: "W\u{1F600}", count: 4000)
        let cut = try draw([label(long, Rect(x: 10, y: 30, width: 16000, height: 100), red)])
        #expect(cut.planes[0][47][10] == 81)
    }

    @Test(arguments: VideoOrientation.allCases, [false, true])
    func shapesAreUprightInTheImageAsItIsShown(
        orientation: VideoOrientation, isOdd: Bool
    ) throws {
        let shapes: [OverlayShape] = [
            .label("Fj", in: Rect(x: 4, y: 10, width: 30, height: 20), color: red),
            .line(
                [Point(x: 4, y: 36), Point(x: 30, y: 36)], isClosed: false, isDashed: false,
                width: 2,
                color: red), .dot(Point(x: 10, y: 4), radius: 3, color: .black),
        ]
        let (width, height) = isOdd ? (47, 49) : (48, 50)
        let sides = orientation.exchangesSides ? (height, width) : (width, height)
        let drawn = try pool.makeCanvas(of: .flat(sides.0, sides.1))
        try drawn.draw(shapes, orientation: orientation)
        let shown = Samples(
            try pool.makeCanvas(of: drawn.makePixelBuffer(), displayed: orientation)
                .makePixelBuffer())
        let expected = try draw(shapes, on: .flat(width, height))
        for (row, expectedRow) in zip(shown.planes[0], expected.planes[0]) {
            let differences = zip(row, expectedRow).map { abs(Int($0) - Int($1)) }
            // Turned lines have other rounding at their edges.
            #expect(differences.max().map { $0 < 60 } == true)
        }
        // Letters are the same to the last bit.
        #expect(shown.planes[0][10..<30].map { $0 } == expected.planes[0][10..<30].map { $0 })
    }
}
