// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@Suite struct MediaTimeTests {
    @Test func comparesAcrossTimescales() {
        #expect(MediaTime(value: 1, timescale: 2) == MediaTime(value: 500, timescale: 1000))
        #expect(MediaTime(value: 1, timescale: 3) < MediaTime(value: 334, timescale: 1000))
        #expect(MediaTime(value: .max, timescale: 1) > MediaTime(value: .max, timescale: 2))
    }

    @Test func equalTimesHashAlike() {
        let times: Set = [MediaTime(value: 1, timescale: 2), MediaTime(value: 2, timescale: 4)]
        #expect(times.count == 1)
        for value in [9_007_199_254_740_993, 0, -3, Int64.max / 3] {
            let (one, other) = (
                MediaTime(value: value, timescale: 7), MediaTime(value: 3 * value, timescale: 21)
            )
            #expect(one == other && one.hashValue == other.hashValue, "\(value)")
        }
    }

    @Test func sumsAreExactWhereAScaleHoldsThem() {
        func time(_ value: Int64, _ timescale: Int32) -> MediaTime {
            MediaTime(value: value, timescale: timescale)
        }
        #expect(time(1, 2).advanced(by: time(1, 3)) == time(5, 6))
        #expect(time(1, 30).advanced(by: time(1, 24)) == time(3, 40))
        #expect(time(1, 24).since(time(1, 30)) == time(1, 120))
        #expect(time(1, 600).advanced(by: time(1, 30)).timescale == 600)
        // No 32 bits hold their common scale.
        let sum = time(1, 1_000_000_007).advanced(by: time(1, 3))
        #expect(sum.timescale == 1_000_000_007 && abs(sum.seconds - 1 / 3) < 2e-9)
    }

    @Test func whatIsTooLargeIsTheLastTimeOrTheFirst() {
        let (first, last) = (
            MediaTime(value: .min, timescale: 1), MediaTime(value: .max, timescale: 1)
        )
        #expect(first.advanced(by: first) == first && last.advanced(by: last) == last)
        #expect(last.since(first) == last && first.since(last) == first)
        let step = MediaTime(value: 1, timescale: 600)
        #expect(last.advanced(by: step).value == .max && first.since(step).value == .min)
        func ticks(_ seconds: Double) -> Int64 {
            MediaTime(seconds: seconds, preferredTimescale: 600).value
        }
        #expect(ticks(.infinity) == .max && ticks(1e30) == .max)
        #expect(ticks(-.infinity) == .min && ticks(-1e30) == .min)
        #expect(ticks(.nan) == 0 && ticks(1.5) == 900)
        #expect(MediaTime(seconds: 2, preferredTimescale: 0) == MediaTime(value: 2, timescale: 1))
    }

    @Test func nanosecondsSaturate() {
        #expect(MediaTime(value: 1001, timescale: 30000).nanoseconds == 33_366_666)
        #expect(MediaTime(value: .max, timescale: 1).nanoseconds == .max)
        #expect(MediaTime(value: .min, timescale: 1).nanoseconds == .min)
        #expect(MediaTime(value: 9_223_372_036_854_775_807, timescale: 999).nanoseconds == .max)
        #expect(MediaTime(value: 9_223_372_037, timescale: 1).nanoseconds == .max)
        #expect(MediaTime(value: -1001, timescale: 30000).nanoseconds == -33_366_666)
    }

    @Test func aMomentOfThisCenturyAndAnyLengthHaveASum() {
        let now: Int64 = 4_000_000_000_000_000_000
        for value in [Int64.min, -1, 0, 1, .max] {
            let length = MediaTime(value: value, timescale: 1).boundedNanoseconds
            #expect(!now.addingReportingOverflow(length).overflow)
        }
    }
}
