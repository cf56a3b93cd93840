// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc
import TestSupport
import Testing

@testable import FaceTracking

@Suite struct PredictiveFilterTests {
    private let frame = 1.0 / 30
    private let tuning = PredictiveFilter.Tuning(minimumCutoff: 1, noise: 1, surprise: 4)

    @Test func passesTheFirstInputUnchanged() {
        var filter = PredictiveFilter(tuning)
        #expect(filter.filter(42, seconds: frame) == 42)
    }

    @Test func quietsNoiseToLessThanHalf() {
        var numbers = SeededNumbers(seed: 4)
        var filter = PredictiveFilter(tuning)
        var (noise, rest) = (0.0, 0.0)
        for step in 0..<600 {
            let input = 0.4 * numbers.nextNormal()
            let output = filter.filter(input, seconds: frame)
            guard step > 60 else { continue }
            noise += input * input
            rest += output * output
        }
        #expect(rest.squareRoot() < 0.5 * noise.squareRoot())
    }

    @Test func doesNotLagBehindEvenMotion() {
        var filter = PredictiveFilter(tuning)
        for step in 0..<60 {
            let input = 3 * Double(step)
            let output = filter.filter(input, seconds: frame)
            if step > 20 { #expect(abs(output - input) < 0.5) }
        }
    }

    @Test func cutsNoReversalOff() {
        var filter = PredictiveFilter(tuning)
        for step in 0..<80 {
            let place = step % 20
            let input = 23 * Double(place < 10 ? place : 20 - place)
            let output = filter.filter(input, seconds: frame)
            #expect(abs(output - input) < 0.5)
        }
    }

    /// Noise is what it was at rest; where fast motion turns back nearly all of the input is followed.
    @Test func whatMovesFastIsFollowedWhereItTurnsBack() {
        let resting = PredictiveFilter.Tuning(minimumCutoff: 0.55, noise: 0.04, surprise: 0.08)
        let moving = PredictiveFilter.Tuning(minimumCutoff: 6, noise: 0.02, surprise: 0.05)
        var numbers = SeededNumbers(seed: 5)
        var filters = [PredictiveFilter(resting), PredictiveFilter(resting, moving: moving)]
        var rest = [0.0, 0.0]
        var lag = [0.0, 0.0]
        for step in 0..<300 {
            // Of a face 100 pixels wide.
            let noise = 0.3 * numbers.nextNormal()
            let swing = step < 150 ? 0 : 250 * sin(23 / 250 * Double(step - 150))
            for index in filters.indices {
                let output = filters[index].filter(swing + noise, seconds: frame, scale: 100)
                if 30..<150 ~= step { rest[index] += abs(output) }
                if step > 160 { lag[index] = max(lag[index], abs(output - swing)) }
            }
        }
        #expect(rest[1] < 1.1 * rest[0], "\(rest)")
        #expect(lag[1] < 0.7 * lag[0] && lag[1] < 4, "\(lag)")
    }

    @Test func countsDistancesInUnitsOfTheScale() {
        var near = PredictiveFilter(tuning)
        var far = PredictiveFilter(tuning)
        for value in [0.0, 10, 33, 41, 40] {
            let small = far.filter(value, seconds: frame, scale: 10)
            let large = near.filter(value * 8, seconds: frame, scale: 80)
            #expect(abs(large - small * 8) < 1e-9)
        }
    }

    @Test func turnsAnglesTheShortWay() {
        var filter = PredictiveFilter(tuning)
        #expect(filter.filterAngle(179, seconds: frame) == 179)
        let next = filter.filterAngle(-179, seconds: frame)
        #expect(next > 179 || next < -179)
    }

    @Test func followsAHeadThatTurnsRoundAndRound() {
        var filter = PredictiveFilter(tuning)
        for step in 0..<400 {
            let input = Angle.normalized(Double(step) * 7)
            let output = filter.filterAngle(input, seconds: frame)
            #expect(output > -180 && output <= 180)
            #expect(abs(Angle.difference(from: output, to: input)) < 1)
        }
    }
}
