// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

/// Which part of a frame a factor leaves.
@Suite struct VideoZoomTests {
    @Test func theMiddleIsLeft() {
        let zoom = VideoZoom(factor: 2, width: 640, height: 480)
        #expect(zoom.visible == Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        #expect(zoom.zoomedFromWhole.apply(Point(x: 0.5, y: 0.25)) == Point(x: 0.5, y: 0))
        #expect(zoom.wholeFromZoomed.apply(Rect.unit) == zoom.visible)
        #expect(VideoZoom(factor: 1, width: 640, height: 480) == .none)
        #expect(VideoZoom.none.isNone)
    }

    /// Of any frame, by any factor: pairs of pixels stay whole, something is left, and more is never more.
    @Test(arguments: [
        (1, 1), (2, 2), (3, 5), (4, 4), (17, 9), (640, 480), (641, 479), (1920, 1080),
    ])
    func whatIsLeftLiesInTheFrameOnWholePairs(width: Int, height: Int) {
        var last = Rect.unit
        for step in 0...200 {
            let factor = 1 + 15 * Double(step) / 200
            let visible = VideoZoom(factor: factor, width: width, height: height).visible
            #expect(visible.x >= 0 && visible.y >= 0 && visible.maxX <= 1 && visible.maxY <= 1)
            #expect(visible.width > 0 && visible.height > 0)
            #expect(visible.width <= last.width && visible.height <= last.height)
            last = visible
            guard visible != .unit else { continue }
            let pixels = visible.scaled(x: Double(width), y: Double(height))
            for side in [pixels.x, pixels.y, pixels.width, pixels.height] {
                #expect(abs(side - 2 * (side / 2).rounded()) < 1e-9, "\(pixels)")
            }
            let wanted = Double(width & ~1) / factor
            #expect(width < 16 || abs(pixels.width - max(wanted, 2)) <= 2.001 || wanted < 4)
        }
    }
}
