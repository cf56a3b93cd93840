// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import MediaCodecs

@Suite struct TimelineTests {
    private func ticks(_ value: Int64, _ from: Int32, _ to: Int32) -> Int64? {
        MediaTime(value: value, timescale: from).ticks(perSecond: to)
    }

    @Test func timesGoToTheNearestTick() {
        #expect(ticks(7, 600, 600) == 7)
        #expect(ticks(1, 30, 90000) == 3000)
        #expect(ticks(1, 3, 10) == 3)
        #expect(ticks(2, 3, 10) == 7)
        #expect(ticks(1, 2, 1) == 1)
        #expect(ticks(-1, 2, 1) == -1)
        #expect(ticks(-1, 30, 90000) == -3000)
        let large = Int64.max / 4
        #expect(ticks(large, .max, .max) == large)
    }

    @Test func timesOutOfReachAreNone() {
        #expect(ticks(.max, 1, 1) == nil)
        #expect(ticks(.min, 1, 1) == nil)
        #expect(ticks(.max, 1, .max) == nil)
        #expect(ticks(.min, 1, .max) == nil)
        #expect(ticks(.max, .max, 1) == 4_294_967_298)
    }

    @Test func keyFramesAreAnIntervalApart() throws {
        var timeline = FrameTimeline(
            timescale: 100, keyFrameInterval: MediaTime(value: 1, timescale: 1))
        let keys = try (0..<30).filter { index in
            try timeline.place(
                MediaTime(value: Int64(index), timescale: 10), duration: nil,
                forcesKeyFrame: index == 3
            ).isKeyFrame
        }
        #expect(keys == [0, 3, 13, 23])
    }

    @Test func aKeyFrameIsMissedHalfTheIntervalAfterItIsDue() throws {
        var timeline = FrameTimeline(
            timescale: 100, keyFrameInterval: MediaTime(value: 1, timescale: 1))
        func isLacking(_ tick: Int64, isKeyFrame: Bool = false, isForced: Bool = false) throws
            -> Bool
        {
            let time = MediaTime(value: tick, timescale: 100)
            _ = try timeline.place(time, duration: nil, forcesKeyFrame: isForced)
            timeline.receive(tick, isKeyFrame: isKeyFrame)
            return timeline.lacksKeyFrame
        }
        #expect(!timeline.lacksKeyFrame)
        #expect(try !isLacking(0, isKeyFrame: true))
        #expect(try !isLacking(75) && !isLacking(150))
        #expect(try isLacking(151))
        // Three frames in 1.51 s.
        #expect(abs((timeline.frameRateSinceKeyFrame ?? 0) - 1.9868) < 1e-3)
        #expect(try !isLacking(160, isKeyFrame: true))
        #expect(try !isLacking(235) && !isLacking(310))
        #expect(try isLacking(311))
        // It is known before it comes out.
        #expect(try !isLacking(320, isForced: true))
        #expect(try !isLacking(395) && !isLacking(470))
        // The camera was away.
        #expect(try !isLacking(480, isKeyFrame: true) && !isLacking(5000))
        #expect(try !isLacking(5075) && !isLacking(5150))
        #expect(try isLacking(5151))
        #expect((timeline.frameRateSinceKeyFrame ?? 0) > 1)
    }

    @Test func durationsOfImagesThatNeverComeOutAreForgotten() throws {
        var timeline = FrameTimeline(timescale: 1, keyFrameInterval: .zero)
        for index in 0..<2000 {
            _ = try timeline.place(
                MediaTime(value: Int64(index), timescale: 1),
                duration: MediaTime(value: 5, timescale: 1), forcesKeyFrame: false)
        }
        #expect(timeline.takeDuration(at: 0) == nil)
        #expect(timeline.takeDuration(at: 1999) == 5)
        #expect(timeline.takeDuration(at: 1999) == nil)
    }

    @Test func framesAreNeverMoreThanATickBesideTheirTime() throws {
        var timeline = FrameTimeline(timescale: 30, keyFrameInterval: .zero)
        func place(_ sixtieth: Int64) throws -> Int64 {
            try timeline.place(
                MediaTime(value: sixtieth, timescale: 60), duration: nil, forcesKeyFrame: false
            ).ticks
        }
        #expect(try (0..<4).map { try place($0) } == [0, 1, 2, 3])
        #expect { try place(4) } throws: { error in
            (error as? FacecapError)?.message.contains("too fast for a movie of 30 ticks") == true
        }
    }

    private func correct(
        _ stretches: [(milliseconds: Int64, frameCount: Int)]
    ) throws -> [AudioTimeline.Correction] {
        var timeline = AudioTimeline(sampleRate: 1000)
        return try stretches.map {
            try timeline.place(
                MediaTime(value: $0.milliseconds, timescale: 1000), frameCount: $0.frameCount)
        }
    }

    @Test func theFirstStampIsTheBeginning() throws {
        #expect(try correct([(-500, 100), (-400, 100)]) == [.init(), .init()])
    }

    @Test func stampsThatAreOffByLittleAreJitter() throws {
        #expect(try correct([(0, 100), (150, 100), (150, 100)]) == [.init(), .init(), .init()])
    }

    @Test func driftIsCorrectedWhenItHasGrown() throws {
        // Each stretch of 100 ms is stamped as if it were 103 ms long.
        let corrections = try correct((0..<40).map { (Int64($0) * 103, 100) })
        let inserted = corrections.map(\.insertedFrameCount)
        #expect(inserted.filter { $0 > 0 } == [51, 51])
        #expect(corrections.allSatisfy { $0.droppedFrameCount == 0 })
    }

    @Test func gapsAreFilledAndOverlapsDropped() throws {
        #expect(
            try correct([(0, 100), (151, 100), (150, 100), (0, 80), (351, 10)]) == [
                .init(), .init(insertedFrameCount: 51), .init(droppedFrameCount: 100),
                .init(droppedFrameCount: 80), .init(insertedFrameCount: 100),
            ])
    }

    @Test func stampsOutOfReachAreRefused() {
        for stamp in [Int64.max, .min, 3_600_101] {
            #expect(throws: FacecapError.self) { try correct([(0, 100), (stamp, 1)]) }
        }
        #expect(throws: Never.self) { try correct([(0, 100), (-4_000_000, 1)]) }
    }
}
