// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import MediaInput

@Suite struct DecodeClockTests {
    private func times(_ stamps: [(decode: Int64?, presentation: Int64?)], held: Int = 2) -> [Int64]
    {
        var clock = DecodeClock(step: 40, heldFrames: held)
        return stamps.map { clock.stamp($0.decode, presentation: $0.presentation) }
    }

    @Test func goodStampsStay() {
        #expect(times([(-80, 0), (-40, 160), (0, 80), (41, 41)]) == [-80, -40, 0, 41])
    }

    @Test func missingStampsBeginAsEarlyAsTheDecoderHoldsImagesBack() {
        #expect(times([(nil, 23), (nil, 183), (23, 103)]) == [-57, -17, 23])
        #expect(times([(nil, 0), (nil, 40), (nil, 80)], held: 0) == [0, 40, 80])
    }

    @Test func timeNeverStandsStillOrGoesBack() {
        #expect(times([(10, 90), (10, 90), (5, 90), (12, 90)]) == [10, 11, 12, 13])
    }

    @Test func noneIsAfterItsPresentationWhereTheOrderAllowsIt() {
        #expect(times([(0, 0), (90, 50), (60, 20)]) == [0, 50, 51])
    }

    @Test func whatIsNotShownTakesNoTime() {
        var clock = DecodeClock(step: 40, heldFrames: 0)
        #expect(clock.stamp(0, presentation: 0) == 0)
        #expect([clock.stampHidden(), clock.stampHidden()] == [1, 2])
        #expect(clock.stamp(40, presentation: 40) == 40)
    }

    @Test func unbelievableStepsDoNotOverflow() {
        var clock = DecodeClock(step: .max, heldFrames: .max)
        var last = clock.stamp(nil, presentation: nil)
        for stamp in [8_600_000_000_000_000_000, nil, nil, nil] as [Int64?] {
            let next = clock.stamp(stamp, presentation: nil)
            #expect(next > last)
            last = next
        }
    }
}
