import FaceValues
import Testing

@testable import FaceTracking

@Suite struct OneEuroFilterTests {
    private let frame = 1.0 / 30

    @Test func passesTheFirstInputUnchanged() {
        var filter = OneEuroFilter(.init(minimumCutoff: 1, speedCoefficient: 1))
        #expect(filter.filter(42, seconds: frame) == 42)
    }

    @Test func smoothsMoreAtRestThanInMotion() {
        var resting = OneEuroFilter(.init(minimumCutoff: 1, speedCoefficient: 1))
        var moving = OneEuroFilter(.init(minimumCutoff: 1, speedCoefficient: 1))
        _ = resting.filter(0, seconds: frame)
        _ = moving.filter(0, seconds: frame)
        #expect(resting.filter(0.1, seconds: frame) / 0.1 < moving.filter(10, seconds: frame) / 10)
    }

    @Test func countsSpeedInUnitsOfTheScale() {
        var near = OneEuroFilter(.init(minimumCutoff: 1, speedCoefficient: 4))
        var far = OneEuroFilter(.init(minimumCutoff: 1, speedCoefficient: 4))
        for value in [0.0, 1, 3, 4] {
            let small = far.filter(value, seconds: frame, scale: 10)
            let large = near.filter(value * 8, seconds: frame, scale: 80)
            #expect(abs(large - small * 8) < 1e-9)
        }
    }

    @Test func turnsAnglesTheShortWay() {
        var filter = OneEuroFilter(.init(minimumCutoff: 1, speedCoefficient: 0))
        #expect(filter.filterAngle(179, seconds: frame) == 179)
        let next = filter.filterAngle(-179, seconds: frame)
        #expect(next > 179 || next < -179)
    }

    @Test func followsAHeadThatTurnsRoundAndRound() {
        var filter = OneEuroFilter(.init(minimumCutoff: 1, speedCoefficient: 0.2))
        for step in 0..<400 {
            let input = Angle.normalized(Double(step) * 7)
            let output = filter.filterAngle(input, seconds: frame)
            #expect(output > -180 && output <= 180)
            #expect(abs(Angle.difference(from: output, to: input)) < 12)
        }
    }
}
