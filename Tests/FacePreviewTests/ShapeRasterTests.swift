import FaceOverlay
import FaceValues
import Testing

@testable import FacePreview

struct ShapeRasterTests {
    private let bounds = Rect(x: 10, y: 20, width: 100, height: 60)

    private func fills(_ shapes: [OverlayShape]) -> [ShapeRaster.Fill] {
        var raster = ShapeRaster(bounds: bounds)
        raster.draw(shapes)
        return raster.fills
    }

    private func line(
        _ from: Point, _ to: Point, width: Double = 2, isDashed: Bool = false
    ) -> OverlayShape {
        .line([from, to], isClosed: false, isDashed: isDashed, width: width, color: .white)
    }

    @Test func straightLinesAreOneRectangle() {
        let across = fills([line(Point(x: 20, y: 40), Point(x: 60, y: 40))])
        #expect(across == [.init(x: 19, y: 39, width: 42, height: 2, color: .white)])
        let down = fills([line(Point(x: 50, y: 60), Point(x: 50, y: 30))])
        #expect(down == [.init(x: 49, y: 29, width: 2, height: 32, color: .white)])
    }

    @Test func dashesLeaveGaps() {
        let fills = fills([line(Point(x: 20, y: 40), Point(x: 100, y: 40), isDashed: true)])
        #expect(fills.count > 3)
        #expect(fills.map(\.width).reduce(0, +) < 60)
    }

    @Test func slantedLinesAreClosed() {
        let fills = fills([line(Point(x: 20, y: 30), Point(x: 80, y: 60))])
        for (left, right) in zip(fills, fills.dropFirst()) {
            #expect(left.x + left.width == right.x && abs(left.y - right.y) <= 1)
        }
    }

    @Test func nothingLiesOutside() {
        let far = Point(x: 1e300, y: -1e300)
        let shapes: [OverlayShape] = [
            line(Point(x: -1e9, y: 50), Point(x: 1e9, y: 51)), line(far, Point(x: 40, y: 40)),
            line(Point(x: .nan, y: 0), Point(x: 1, y: .infinity)),
            .dot(Point(x: 12, y: 22), radius: 1e9, color: .black),
            .dot(Point(x: 50, y: .nan), radius: 3, color: .black),
            .label("#1 roll 3", at: Point(x: 500, y: -40), height: 16, color: .black),
            .label("x", at: Point(x: 50, y: 50), height: .infinity, color: .black),
        ]
        for fill in fills(shapes) {
            #expect(fill.x >= 10 && fill.y >= 20 && fill.width > 0 && fill.height > 0)
            #expect(fill.x + fill.width <= 110 && fill.y + fill.height <= 80)
        }
    }

    @Test func dotsAreRound() {
        let fills = fills([.dot(Point(x: 60, y: 50), radius: 4, color: .white)])
        let area = fills.map { $0.width * $0.height }.reduce(0, +)
        #expect(abs(Double(area) - 16 * .pi) < 6)
    }

    @Test func lettersStandOutFromTheirGround() {
        for (ground, ink) in [(OverlayColor.white, OverlayColor.black), (.black, .white)] {
            let fills = fills([
                .label("I", at: Point(x: 30, y: 60), height: 9, color: ground)
            ])
            #expect(fills[0] == .init(x: 30, y: 50, width: 7, height: 10, color: ground))
            #expect(fills.dropFirst().allSatisfy { $0.color == ink })
            // Two bars of three pixels and five rows of one.
            #expect(fills.dropFirst().map(\.width) == [3, 1, 1, 1, 1, 1, 3])
        }
    }

    @Test func everyLetterOfASCIIHasAShapeOfItsOwn() {
        let letters = (33...126).map { Character(UnicodeScalar(UInt8($0))) }
        #expect(Set(letters.map(GlyphSheet.runs)).count == letters.count)
        #expect(GlyphSheet.runs(of: " ").isEmpty)
        #expect(GlyphSheet.runs(of: "ä") == GlyphSheet.runs(of: "?"))
    }
}
