// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@Suite struct RectTests {
    @Test func overlapIsMeasuredAsIntersectionOverUnion() {
        let a = Rect(x: 0, y: 0, width: 2, height: 2)
        let b = Rect(x: 1, y: 0, width: 2, height: 2)
        #expect(abs(a.intersectionOverUnion(b) - 1.0 / 3) < 1e-12)
        #expect(a.intersectionOverUnion(Rect(x: 5, y: 5, width: 1, height: 1)) == 0)
        #expect(Rect(x: 0, y: 0, width: 0, height: 0).intersectionOverUnion(a) == 0)
    }

    @Test func anglesTakeTheShortestWay() {
        #expect(Angle.difference(from: 170, to: -170) == 20)
        #expect(Angle.normalized(-180) == 180)
        #expect(Angle.normalized(540) == 180)
        #expect(Angle.normalized(-181) == 179)
    }
}
