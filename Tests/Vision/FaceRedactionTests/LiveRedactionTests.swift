// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceRedaction

@Suite struct LiveRedactionTests {
    private let settings = RedactionSettings(method: .blur)

    @Test func anImageWaitsForThoseAfterIt() {
        var redaction = LiveRedaction(settings: settings)
        #expect(!redaction.isReady(Video.time(0)))
        for frame in 0..<25 { redaction.append(Video.observation(frame, [])) }
        #expect(!redaction.isReady(Video.time(0)))
        redaction.append(Video.observation(25, []))
        #expect(redaction.isReady(Video.time(0)))
        #expect(!redaction.isReady(Video.time(1)))
    }

    @Test func anImageThatCannotWaitIsCoveredByWhatIsKnown() {
        var redaction = LiveRedaction(settings: settings)
        #expect(redaction.cover(at: Video.time(0), in: Video.size) == .wholeImage)
        redaction.append(Video.observation(1, [Video.face(x: 0.45)]))
        guard case .regions(let polygons) = redaction.cover(at: Video.time(6), in: Video.size)
        else {
            Issue.record("the whole frame is covered")
            return
        }
        #expect(polygons.count == 1 && polygons[0].contains(Point(x: 500, y: 500)))
        #expect(redaction.cover(at: Video.time(14), in: Video.size) == .wholeImage)
    }

    @Test func ofAnImageBeforeThoseItForgotNothingIsShown() {
        var redaction = LiveRedaction(settings: settings)
        for frame in 0..<50 { redaction.append(Video.observation(frame, [])) }
        redaction.forget(before: Video.time(20))
        #expect(redaction.cover(at: Video.time(19), in: Video.size) == .wholeImage)
        #expect(redaction.cover(at: Video.time(20), in: Video.size) == .regions([]))
    }
}
