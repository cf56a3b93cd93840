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
