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

    /// The middle, twice as large.
    private static let zoom = VideoZoom(factor: 2, width: 1000, height: 1000)

    /// What is known once a face is seen in 20 frames of a zoom, and in none of the next of another.
    private func redaction(
        _ before: VideoZoom, x: Double, side: Double = 0.1, then after: VideoZoom
    ) -> LiveRedaction {
        var redaction = LiveRedaction(settings: settings)
        for frame in 0..<150 {
            let isBefore = frame < 20
            var observation = Video.observation(
                frame, isBefore ? [Video.face(x: x, side: side)] : [])
            observation.zoom = isBefore ? before : after
            redaction.append(observation)
        }
        return redaction
    }

    private func covers(_ point: Point, _ cover: FrameCover) -> Bool {
        guard case .regions(let polygons) = cover else { return true }
        return polygons.contains { $0.contains(point) }
    }

    @Test func aFaceThatIsCutOffByTheZoomStaysCoveredAsIfNothingHadChanged() {
        // From 0.9 to beyond the right edge of what is shown; 0.4 to 0.6 from top to bottom.
        let redaction = redaction(.none, x: 0.7, then: Self.zoom)
        for frame in 20..<90 {
            let cover = redaction.cover(at: Video.time(frame), in: Video.size, zoom: Self.zoom)
            for point in [Point(x: 901, y: 401), Point(x: 999, y: 599), Point(x: 950, y: 500)] {
                #expect(covers(point, cover), "frame \(frame)")
            }
            #expect(cover != .wholeImage, "frame \(frame)")
        }
        let late = redaction.cover(at: Video.time(120), in: Video.size, zoom: Self.zoom)
        #expect(late == .regions([]))
    }

    @Test func aFaceThatIsLostWhenTheZoomGoesBackStaysCovered() {
        // 0.3 to 0.4 of all.
        let redaction = redaction(Self.zoom, x: 0.1, side: 0.2, then: .none)
        for frame in 20..<45 {
            let cover = redaction.cover(at: Video.time(frame), in: Video.size)
            #expect(covers(Point(x: 301, y: 476), cover) && cover != .wholeImage)
        }
        #expect(redaction.cover(at: Video.time(50), in: Video.size) == .wholeImage)
    }

    @Test func aFaceThatTheZoomLeavesOutCoversNothing() {
        let redaction = redaction(.none, x: 0.85, side: 0.05, then: Self.zoom)
        for frame in 46..<60 {
            let cover = redaction.cover(at: Video.time(frame), in: Video.size, zoom: Self.zoom)
            #expect(cover == .regions([]), "frame \(frame)")
        }
    }
}
