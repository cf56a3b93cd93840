// SPDX-License-Identifier: Apache-2.0
import FaceStream
import FaceValues
import Testing

@testable import FaceExport

@Suite struct FaceBoutsTests {
    private typealias Bout = FaceBouts.Bout

    /// Frames that begin every 40 ms, each with the faces of its number; the last one may say how long it is shown.
    private func bouts(
        of count: Int, duration: MediaTime? = nil, lastFrame: MediaTime? = nil,
        frameRate: Double? = 30, frontalYaw: Double = 20,
        event: (after: Int, StreamEvent)? = nil,
        faces: (Int) -> [MetadataFaceObject]
    ) -> (tiers: [String: [Bout]], end: Int64) {
        var info = Scene.info(named: "talk.mp4")
        info.duration = duration
        info.frameRate = frameRate
        info.frontalYaw = frontalYaw
        var bouts = FaceBouts(info)
        for number in 0..<count {
            var observation = Scene.observation(
                number, Int64(number) * 1200, faces: faces(number))
            if number == count - 1 { observation.duration = lastFrame }
            bouts.append(observation, displayedFromStored: .identity)
            if let event, event.after == number { bouts.append(event.1) }
        }
        let found = bouts.finish()
        return (
            Dictionary(uniqueKeysWithValues: found.tiers.map { ($0.name, $0.bouts) }), found.end
        )
    }

    private func face(
        yaw: Double? = nil, pitch: Double? = nil, mouth: Double? = nil, blink: Int64? = nil,
        blinkAge: Int64 = 0
    ) -> MetadataFaceObject {
        var face = Scene.face(1, x: 0.25)
        face.yawAngle = yaw
        face.pitchAngle = pitch
        face.mouthOpenness = mouth
        face.blinkNanoseconds = blink
        face.blinkAgeNanoseconds = blinkAge
        return face
    }

    @Test func aFaceIsInViewUntilTheFirstFrameWithoutIt() {
        let found = bouts(of: 10) { (2..<5).contains($0) || $0 > 7 ? [self.face()] : [] }
        #expect(
            found.tiers == [
                "face 1": [
                    Bout(start: 80_000, end: 200_000, value: "in view"),
                    Bout(start: 320_000, end: 400_000, value: "in view"),
                ]
            ])
        #expect(found.end == 400_000)
    }

    @Test func whereTheHeadPointsToIsToldWhereItIsKnown() {
        let angles: [(Double?, Double?)] = [
            (0, 0), (25, 0), (-25, 40), (0, 20), (0, -20), (nil, -20), (nil, nil), (20, 15),
        ]
        let found = bouts(of: angles.count) {
            [self.face(yaw: angles[$0].0, pitch: angles[$0].1)]
        }
        let bouts = found.tiers["face 1 head"] ?? []
        #expect(bouts.map(\.value) == ["front", "left", "right", "up", "down", "front"])
        #expect(bouts.map(\.start) == [0, 40_000, 80_000, 120_000, 160_000, 280_000])
        #expect(bouts.map(\.end) == [40_000, 80_000, 120_000, 160_000, 200_000, 320_000])
    }

    @Test func howFarAHeadTurnsToTheSideIsAChoice() {
        let found = bouts(of: 2, frontalYaw: 40) { [self.face(yaw: $0 == 0 ? 39 : 41, pitch: 0)] }
        #expect(found.tiers["face 1 head"]?.map(\.value) == ["front", "left"])
    }

    @Test func aBlinkBeganBeforeTheFrameThatTellsOfIt() {
        let found = bouts(of: 10) { [self.face(blink: $0 == 6 ? 120_000_000 : nil)] }
        #expect(
            found.tiers["face 1 eyes"] == [Bout(start: 120_000, end: 240_000, value: "blink")])
    }

    @Test func aBlinkThatEndedBeforeTheFrameThatTellsOfItEndsThere() {
        let found = bouts(of: 10) { number in
            guard number == 6 else { return [self.face()] }
            return [self.face(blink: 120_000_000, blinkAge: 40_000_000)]
        }
        #expect(found.tiers["face 1 eyes"] == [Bout(start: 80_000, end: 200_000, value: "blink")])
    }

    @Test func anOpenMouthIsABout() {
        let found = bouts(of: 6) { [self.face(mouth: (2..<4).contains($0) ? 0.4 : 0.05)] }
        #expect(
            found.tiers["face 1 mouth"] == [Bout(start: 80_000, end: 160_000, value: "open")])
    }

    @Test func nothingLastsThroughAGap() {
        let gap = StreamEvent.gap(
            start: MediaTime(value: 13, timescale: 100), duration: MediaTime(value: 1, timescale: 1)
        )
        let found = bouts(of: 6, event: (3, gap)) { _ in [self.face()] }
        #expect(
            found.tiers["face 1"] == [
                Bout(start: 0, end: 130_000, value: "in view"),
                Bout(start: 160_000, end: 240_000, value: "in view"),
            ])
        let lost = bouts(of: 6, event: (5, .lost(count: 3))) { _ in [self.face()] }
        #expect(lost.end == 240_000)
    }

    private static func seconds(_ seconds: Int64) -> MediaTime {
        MediaTime(value: seconds, timescale: 1)
    }

    @Test func theLastFrameIsShownUntilTheMovieEnds() {
        let found = bouts(of: 3, duration: Self.seconds(2)) { _ in [self.face()] }
        #expect(found.tiers["face 1"] == [Bout(start: 0, end: 2_000_000, value: "in view")])
        #expect(found.end == 2_000_000)
        let longer = bouts(of: 3, duration: Self.seconds(2), lastFrame: Self.seconds(3)) { _ in
            [self.face()]
        }
        #expect(longer.tiers == found.tiers && longer.end == 2_000_000)
    }

    @Test(arguments: [nil, seconds(2)])
    func theLastFrameIsShownAsLongAsItsStreamSays(duration: MediaTime?) {
        let found = bouts(of: 3, duration: duration, lastFrame: Self.seconds(1)) { _ in
            [self.face()]
        }
        #expect(found.tiers["face 1"] == [Bout(start: 0, end: 1_080_000, value: "in view")])
        #expect(found.end == (duration == nil ? 1_080_000 : 2_000_000))
        let withoutLength = bouts(of: 3, duration: duration, lastFrame: .zero) { _ in [self.face()]
        }
        #expect(
            withoutLength.tiers["face 1"] == [Bout(start: 0, end: 120_000, value: "in view")])
    }

    @Test func theLastFrameEndsAtAGapOrWhereTheFramesBreakOff() {
        let gap = StreamEvent.gap(
            start: MediaTime(value: 15, timescale: 100), duration: Self.seconds(1))
        let failure = StreamEvent.error(FacecapError(.mediaDamaged, "Damaged."))
        for (event, lastFrame, end) in [
            (gap, Self.seconds(1), Int64(150_000)), (gap, nil, 150_000), (failure, nil, 120_000),
        ] {
            let found = bouts(
                of: 3, duration: Self.seconds(2), lastFrame: lastFrame, event: (2, event)
            ) { _ in [self.face()] }
            #expect(found.tiers["face 1"] == [Bout(start: 0, end: end, value: "in view")])
        }
    }

    @Test func theOnlyFrameIsShownUntilTheMovieEnds() {
        let end = MediaTime(value: 4, timescale: 100)
        let found = bouts(of: 1, duration: end, frameRate: nil) { _ in [self.face()] }
        #expect(found.tiers["face 1"] == [Bout(start: 0, end: 40_000, value: "in view")])
    }

    @Test func aFrameRateThatIsUnknownIsLeftOutOfAProject() throws {
        var scene = Scene()
        #expect(try scene.text(.boris).contains(#""fps":{"talk.mp4":30}"#))
        scene.info.frameRate = nil
        #expect(try scene.text(.boris).contains(#""fps":{}"#))
    }

    @Test func theEndIsThatOfTheMovie() {
        let duration = MediaTime(value: 2, timescale: 1)
        #expect(bouts(of: 3, duration: duration) { _ in [] }.end == 2_000_000)
        #expect(bouts(of: 0) { _ in [] }.end == 0)
    }
}
