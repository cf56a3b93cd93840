// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import MediaInput

@Suite struct StreamClockTests {
    private func times(_ stamps: [Int64?], duration: Int64? = nil) -> [Int64] {
        var clock = StreamClock(numerator: 1, denominator: 1000, frameRate: 25)
        return stamps.map { clock.stamp($0, duration: duration).value }
    }

    @Test func goodStampsStay() { #expect(times([-40, 0, 7, 900]) == [-40, 0, 7, 900]) }

    @Test func aMissingStampIsTheOneBeforePlusItsDuration() {
        #expect(times([nil, nil, 500, nil]) == [0, 40, 500, 540])
        #expect(times([100, nil], duration: 33) == [100, 133])
    }

    @Test func timeNeverStandsStillOrGoesBack() {
        #expect(times([100, 100, 90, 181]) == [100, 101, 141, 181])
    }

    @Test func theStampsAfterARepeatedOneStayWhatTheyAre() {
        #expect(times([0, 40, 40, 80, 120]) == [0, 40, 41, 80, 120])
        #expect(times([0, 40, 40, 40, 41, 42, 80]) == [0, 40, 41, 42, 43, 44, 80])
    }

    @Test func aStreamWhoseStampsDoNotMoveHasThoseOfItsRate() {
        let seen = times(Array(repeating: 7, count: 30))
        #expect(zip(seen.dropFirst(9), seen.dropFirst(10)).allSatisfy { $1 - $0 == 40 })
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func aStreamThatBeginsAgainGoesOnAtItsRate() {
        #expect(times([5000, 5040, 0, 40, 80]) == [5000, 5040, 5080, 5120, 5160])
    }

    @Test func unbelievableStampsCountAsMissing() {
        #expect(times([.max, 40, .min, .max - 1]) == [0, 40, 80, 120])
    }

    @Test func unbelievableBasesAndDurationsDoNotOverflow() {
        var clock = StreamClock(
            numerator: .max, denominator: .max, frameRate: .leastNormalMagnitude)
        _ = clock.stamp(3_999_999_999, duration: .max)
        _ = clock.stamp(nil, duration: .max)
        #expect(clock.stamp(nil, duration: nil).seconds <= 4e9 + 1)
        var wide = StreamClock(numerator: 1, denominator: .max, frameRate: nil)
        let most = 4_000_000_000 * Int64(Int32.max) - 2
        for stamp in [-most, 0, most, -most, -most + 1, most, most, most + 1] {
            #expect(abs(wide.stamp(stamp, duration: nil).seconds) <= 4e9 + 1)
        }
        var none = StreamClock(numerator: 0, denominator: -1, frameRate: .nan)
        #expect(none.stamp(5, duration: -1) == MediaTime(value: 5, timescale: 1))
    }

    @Test func ticksOfSeveralUnitsKeepTheirTimeScale() {
        var clock = StreamClock(numerator: 1001, denominator: 30000, frameRate: nil)
        #expect(clock.stamp(2, duration: nil).value == 2002)
        #expect(clock.duration(1)?.value == 1001)
        #expect(clock.duration(0) == nil)
    }
}
