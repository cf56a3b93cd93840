// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import CameraInput

@Suite struct FrameTimelineTests {
    private let second: Int64 = 1_000_000_000

    private func gaps(_ sequences: [UInt32]) -> [Int] {
        var timeline = FrameTimeline(startNanoseconds: 0)
        return sequences.map {
            timeline.place(sequence: $0, driverNanoseconds: nil, at: second).lostCount
        }
    }

    @Test func gapsInTheNumbersAreLostFrames() {
        #expect(gaps([7, 8, 11, 12]) == [0, 0, 2, 0])
    }

    @Test func numbersMayWrap() {
        #expect(gaps([.max - 1, .max, 0, 3]) == [0, 0, 0, 2])
    }

    @Test func numbersThatRunBackwardsOrStandStillLoseNothing() {
        #expect(gaps([100, 0, 1, 1, 1]) == [0, 0, 0, 0, 0])
    }

    @Test func driverTimeCountsBetweenTheLastFrameAndNow() {
        var timeline = FrameTimeline(startNanoseconds: 10 * second)
        let times: [(driver: Int64?, now: Int64)] = [
            (10 * second, 11 * second), (12 * second, 13 * second),
            (nil, 14 * second),  // another clock
            (2_147_483_647 * second, 15 * second),  // in the future
            (1, 16 * second),  // before the last frame
            (.min, 17 * second),
        ]
        let captured = times.map {
            timeline.place(sequence: 0, driverNanoseconds: $0.driver, at: $0.now)
                .captureNanoseconds / second
        }
        #expect(captured == [10, 12, 14, 15, 16, 17])
    }

    @Test func presentationTimesAreMicrosecondsOfTheClockAndGrow() {
        var timeline = FrameTimeline(startNanoseconds: 10 * second)
        let microseconds = [10, 10, 10, 11].map {
            timeline.place(
                sequence: 0, driverNanoseconds: $0 * second + 999, at: 20 * second
            ).presentationTime
        }
        #expect(microseconds[0] == MediaTime(value: 10_000_000, timescale: 1_000_000))
        #expect(microseconds[1] > microseconds[0] && microseconds[2] > microseconds[1])
        #expect(microseconds.allSatisfy { $0.timescale == 1_000_000 })
    }

    @Test func silenceIsAStallOnceAndAFrameEndsIt() {
        var timeline = FrameTimeline(startNanoseconds: 0)
        #expect(timeline.timeoutMilliseconds(at: 0) == 2000)
        #expect(timeline.timeoutMilliseconds(at: 1_999_999_999) == 1)
        let stalls = [1_999_999_999, 2 * second, 3 * second].map { timeline.noteSilence(at: $0) }
        #expect(stalls == [false, true, false])
        #expect(timeline.timeoutMilliseconds(at: 3 * second) == -1)
        let frames = (4...5).map {
            timeline.place(sequence: 0, driverNanoseconds: nil, at: $0 * second).endsStall
        }
        #expect(frames == [true, false])
        #expect(timeline.timeoutMilliseconds(at: 5 * second) == 2000)
    }

    @Test func slowFramesMayBeMissingAsLongAsThreeTake() {
        var timeline = FrameTimeline(startNanoseconds: 0, frameRate: 0.2)
        #expect(timeline.timeoutMilliseconds(at: 0) == 15_000)
        let isStalledEarly = timeline.noteSilence(at: 14 * second)
        timeline.frameRate = 30
        let isStalled = timeline.noteSilence(at: 14 * second)
        #expect(!isStalledEarly && isStalled)
    }
}
