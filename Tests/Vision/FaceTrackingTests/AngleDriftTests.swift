// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceTracking

@Suite struct AngleDriftTests {
    /// After a second of an angle that goes from 0 by so many degrees a second.
    private func drift(turning speed: Double) -> AngleDrift {
        var drift = AngleDrift()
        for frame in 0...30 {
            drift.observe(speed * Double(frame) / 30, seconds: frame == 0 ? 0 : 1.0 / 30)
        }
        return drift
    }

    @Test func anObservedAngleKeepsItsError() {
        let told = drift(turning: 50).told(50, sigma: 3, after: 0)
        #expect(told == (50, 3))
    }

    @Test func theErrorGrowsFasterTheFasterTheHeadTurned() throws {
        let still = try #require(drift(turning: 0).told(0, sigma: 3, after: 0.2).sigma)
        let turning = try #require(drift(turning: -40).told(-40, sigma: 3, after: 0.2).sigma)
        #expect(abs(still - 13.0.squareRoot()) < 1e-9)
        // 40 degrees a second for 0.2 s, and what a head at rest may do.
        #expect(abs(turning - (9.0 + 64 + 4).squareRoot()) < 0.05)
    }

    @Test func anAngleThatIsNotKnownAnyMoreIsNotTold() {
        let drift = drift(turning: 0)
        #expect(drift.told(5, sigma: 3, after: 1).angle == 5)
        let told = drift.told(5, sigma: 3, after: 1.2)
        #expect(told.angle == nil && told.sigma == nil)
    }

    @Test func anAngleWithoutAnErrorIsToldAsItWas() {
        let told = drift(turning: 90).told(90, sigma: nil, after: 5)
        #expect(told.angle == 90 && told.sigma == nil)
        #expect(drift(turning: 90).told(nil, sigma: nil, after: 1).angle == nil)
    }

    @Test func aSpeedIsForgottenWhereTheAngleWasAway() throws {
        var drift = drift(turning: 60)
        drift.observe(nil, seconds: 1.0 / 30)
        drift.observe(0, seconds: 1.0 / 30)
        #expect(abs(try #require(drift.told(0, sigma: 0, after: 0.5).sigma) - 5) < 1e-9)
        var late = self.drift(turning: 60)
        late.observe(0, seconds: 1)
        #expect(abs(try #require(late.told(0, sigma: 0, after: 0.5).sigma) - 5) < 1e-9)
    }

    /// Around the back of the head it turns the short way.
    @Test func theSpeedGoesTheShortWay() throws {
        var drift = AngleDrift()
        for frame in 0...60 {
            let angle = Angle.normalized(170 + Double(frame))
            drift.observe(angle, seconds: frame == 0 ? 0 : 1.0 / 30)
        }
        #expect(try #require(drift.told(0, sigma: 0, after: 0.1).sigma) < 4)
    }
}
