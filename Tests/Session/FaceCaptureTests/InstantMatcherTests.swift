// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import FaceCapture

/// What belongs to one instant, without threads.
struct InstantMatcherTests {
    private func time(_ milliseconds: Int64) -> MediaTime {
        MediaTime(value: milliseconds, timescale: 1000)
    }

    private func frame(_ milliseconds: Int64) -> CaptureSynchronizedData {
        let header = CapturedFrame.Header(
            id: FrameID(Int(milliseconds)), presentationTime: time(milliseconds),
            captureNanoseconds: 0, orientation: .upright)
        return .droppedFrame(header, .lateData)
    }

    private func audio(_ milliseconds: Int64) -> CaptureSynchronizedData {
        .audio([
            AudioSampleBuffer(
                samples: [Float](repeating: 0, count: 20), sampleRate: 1000, channelCount: 1,
                presentationTime: time(milliseconds))
        ])
    }

    /// The beginnings of what an output has of an instant, or the reason why it has nothing.
    private func text(_ data: CaptureSynchronizedData) -> String {
        switch data {
        case .droppedFrame(let header, _): "\(header.id.number)"
        case .audio(let buffers):
            buffers.map { "\(Int(($0.presentationTime.seconds * 1000).rounded()))" }
                .joined(separator: "+")
        case .missing(let absence): "\(absence)"
        case .frame, .depth: "?"
        }
    }

    private func take(
        _ matcher: inout InstantMatcher, now: Int64 = 0, idle: Set<Int> = [], isLast: Bool = false
    ) -> [String]? {
        matcher.takeInstant(nowNanoseconds: now, idle: idle, isLast: isLast)?.data.map(text)
    }

    private func add(_ matcher: inout InstantMatcher, _ times: [Int64], of output: Int) {
        for moment in times {
            matcher.add(frame(moment), at: time(moment), of: output, nowNanoseconds: 0)
        }
    }

    @Test func framesOfOneTimeAreTogetherAtOnce() {
        var matcher = InstantMatcher([.frames, .frames], maximumDelayNanoseconds: 10)
        add(&matcher, [0], of: 0)
        #expect(take(&matcher) == nil)
        add(&matcher, [0], of: 1)
        #expect(take(&matcher) == ["0", "0"])
        #expect(take(&matcher) == nil)
    }

    @Test func aPartnerMayComeFirst() {
        var matcher = InstantMatcher([.frames, .frames], maximumDelayNanoseconds: 10)
        add(&matcher, [0, 100], of: 1)
        add(&matcher, [0, 100], of: 0)
        #expect(take(&matcher) == ["0", "0"])
        #expect(take(&matcher) == ["100", "100"])
    }

    @Test func framesOfAnotherCameraBelongToTheNearestInstant() {
        var matcher = InstantMatcher([.frames, .frames], maximumDelayNanoseconds: 10)
        add(&matcher, [100, 200, 300], of: 0)
        add(&matcher, [60, 95, 202, 310], of: 1)
        #expect(take(&matcher) == ["100", "95"])
        #expect(take(&matcher) == ["200", "202"])
        #expect(take(&matcher, isLast: true) == ["300", "310"])
    }

    @Test func anOutputThatWentOnHasNothing() {
        var matcher = InstantMatcher([.frames, .frames], maximumDelayNanoseconds: 10)
        add(&matcher, [0, 100, 200], of: 0)
        add(&matcher, [0, 200], of: 1)
        #expect(take(&matcher) == ["0", "0"])
        #expect(take(&matcher) == ["100", "none"])
        #expect(take(&matcher) == ["200", "200"])
    }

    @Test func anOutputThatIsBehindIsWaitedForNoLongerThanAsked() {
        var matcher = InstantMatcher([.frames, .frames], maximumDelayNanoseconds: 10)
        add(&matcher, [0, 100], of: 0)
        #expect(matcher.deadlineNanoseconds == 10)
        #expect(take(&matcher, now: 9) == nil)
        #expect(take(&matcher, now: 10) == ["0", "late"])
        // What comes after all belongs to no later instant.
        add(&matcher, [0, 100], of: 1)
        #expect(take(&matcher, now: 10) == ["100", "100"])
    }

    @Test func outputsFromWhichNothingMoreComesAreNotWaitedFor() {
        var matcher = InstantMatcher([.frames, .frames, .audio], maximumDelayNanoseconds: nil)
        add(&matcher, [0, 100], of: 0)
        add(&matcher, [90], of: 1)
        matcher.add(audio(0), at: .zero, endSeconds: 0.02, of: 2, nowNanoseconds: 0)
        #expect(take(&matcher) == nil)
        #expect(take(&matcher, idle: [1, 2]) == ["0", "none", "0"])
        #expect(take(&matcher, idle: [1, 2]) == ["100", "90", "none"])
    }

    @Test func theLastAudioOfAnOutputBelongsToItsInstantsAlone() {
        var matcher = InstantMatcher([.frames, .audio], maximumDelayNanoseconds: nil)
        add(&matcher, [0], of: 0)
        for start in [Int64(0), 20] {
            matcher.add(
                audio(start), at: time(start), endSeconds: Double(start + 20) / 1000, of: 1,
                nowNanoseconds: 0)
        }
        #expect(take(&matcher, idle: [1]) == nil)
        add(&matcher, [20, 40], of: 0)
        #expect(take(&matcher, idle: [1]) == ["0", "0"])
        #expect(take(&matcher, idle: [1]) == ["20", "20"])
        #expect(take(&matcher, idle: [1]) == ["40", "none"])
    }

    @Test func audioIsWithEveryInstantThatItOverlaps() {
        var matcher = InstantMatcher([.frames, .audio], maximumDelayNanoseconds: 10)
        add(&matcher, [0, 30, 60], of: 0)
        for start in stride(from: Int64(0), to: 80, by: 20) {
            matcher.add(
                audio(start), at: time(start), endSeconds: Double(start + 20) / 1000, of: 1,
                nowNanoseconds: 0)
        }
        #expect(take(&matcher) == ["0", "0+20"])
        #expect(take(&matcher) == ["30", "20+40"])
        #expect(take(&matcher) == nil)
        #expect(take(&matcher, isLast: true) == ["60", "60"])
    }

    @Test func whatCouldNotWaitForItsInstantIsLate() {
        var matcher = InstantMatcher([.frames, .frames, .audio], maximumDelayNanoseconds: nil)
        for start in (0...256).map({ Int64($0) * 10 }) {
            add(&matcher, [start], of: 1)
            matcher.add(
                audio(start), at: time(start), endSeconds: Double(start + 10) / 1000, of: 2,
                nowNanoseconds: 0)
        }
        add(&matcher, [0, 10, 20], of: 0)
        #expect(take(&matcher) == ["0", "late", "late"])
        #expect(take(&matcher) == ["10", "10", "10"])
    }

    @Test func instantsThatNobodyCompletesArePassedOnWhenTheyAreMany() {
        var matcher = InstantMatcher([.frames, .frames], maximumDelayNanoseconds: nil)
        add(&matcher, (0...256).map { Int64($0) * 10 }, of: 0)
        #expect(take(&matcher) == ["0", "late"])
        #expect(take(&matcher) == nil)
    }
}
