// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import MediaInput

@Suite struct ArrivalClockTests {
    private func ticks(_ nanoseconds: [Int64]) -> [Int64] {
        var clock = ArrivalClock()
        return nanoseconds.map { clock.ticks(atNanoseconds: $0) }
    }

    @Test func timesCountFromTheFirstFrame() {
        #expect(ticks([5_000_000_000, 5_100_000_000, 7_000_000_000]) == [0, 9000, 180_000])
    }

    @Test func framesThatArriveTogetherFollowEachOther() {
        #expect(ticks([7, 7, 8, 1_000_000_007]) == [0, 1, 2, 90_000])
    }

    @Test func yearsDoNotOverflow() {
        #expect(ticks([0, 100_000_000_000_000_000]) == [0, 9_000_000_000_000])
    }
}
