// SPDX-License-Identifier: Apache-2.0
import FaceOverlay
import FaceValues
import Testing

@testable import FacePreview

struct ShapeRasterTests {
    private let bounds = Rect(x: 10, y: 20, width: 100, height: 60)

    private func fills(_ shapes: [OverlayShape]) -> [ShapeRaster.Fill] {
        var raster = ShapeRaster(bounds: bounds)
        raster.draw(shapes)
        return raster.items.compactMap { if case .fill(let fill) = $0 { fill } else { nil } }
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
        #expect(fills.count > 1)
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
        ]
        let fills = fills(shapes)
        #expect(!fills.isEmpty)
        for fill in fills {
            #expect(fill.x >= 10 && fill.y >= 20 && fill.width > 0 && fill.height > 0)
            #expect(fill.x + fill.width <= 110 && fill.y + fill.height <= 80)
        }
    }

    @Test func dotsAreRound() {
        let fills = fills([.dot(Point(x: 60, y: 50), radius: 4, color: .white)])
        let area = fills.map { $0.width * $0.height }.reduce(0, +)
        #expect(abs(Double(area) - 16 * .pi) < 6)
    }

    @Test func labelsAreDrawnWholeOrNotAtAll() {
        var raster = ShapeRaster(bounds: bounds)
        let rects = [
            Rect(x: 30, y: 40, width: 50, height: 16), Rect(x: 500, y: -40, width: 9, height: 16),
            Rect(x: 50, y: 50, width: 9, height: .infinity), Rect(x: 5, y: 40, width: 9, height: 9),
            Rect(x: 30, y: 70, width: 9, height: 16), Rect(x: .nan, y: 40, width: 9, height: 9),
        ]
        raster.draw(rects.map { .label("#1", in: $0, color: .black) })
        #expect(
            raster.items == [
                .label(.init(text: "#1", x: 30, y: 40, width: 50, height: 16, color: .black))
            ])
    }
}
