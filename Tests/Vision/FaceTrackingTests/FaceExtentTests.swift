// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceTracking

@Suite struct FaceExtentTests {
    private let frame = 1.0 / 30
    private let whole = Rect(x: 0, y: 0, width: 80, height: 100)

    @Test func aBoxThatLosesASideShowsAPart() {
        var extent = FaceExtent(whole)
        for _ in 0..<30 { #expect(extent.note(whole, seconds: frame) == false) }
        var parts = 0
        for step in 1...10 {
            let box = Rect(x: 0, y: 0, width: 80 - 4 * Double(step), height: 100)
            parts += extent.note(box, seconds: frame) ? 1 : 0
        }
        #expect(parts >= 7)
    }

    @Test func aFaceThatGoesAwayOrComesNearIsWhole() {
        for growth in [0.97, 1.03] {
            var extent = FaceExtent(whole)
            var box = whole
            for _ in 0..<30 {
                box.width *= growth
                box.height *= growth
                #expect(extent.note(box, seconds: frame) == false)
            }
        }
    }

    @Test func aShapeThatStaysIsThatOfTheWholeFace() {
        var extent = FaceExtent(whole)
        let narrow = Rect(x: 0, y: 0, width: 56, height: 100)
        #expect(extent.note(narrow, seconds: frame) == true)
        for _ in 0..<150 { _ = extent.note(narrow, seconds: frame) }
        #expect(extent.note(narrow, seconds: frame) == false)
    }
}
