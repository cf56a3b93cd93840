// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc
import TestSupport
import Testing

@testable import FaceTracking

@Suite struct FaceSmootherTests {
    private let frame = 1.0 / 30

    @Test func halvesTheJitterOfAStillHeadAtLeast() {
        var numbers = SeededNumbers(seed: 3)
        var smoother = FaceSmoother()
        var rawSum = 0.0
        var smoothSum = 0.0
        for step in 0..<300 {
            var input = face(320, 240, roll: 2 * numbers.nextNormal())
            input.bounds.x += 1.5 * numbers.nextNormal()
            let output = smoother.smooth(input, seconds: frame)
            if step < 30 { continue }
            rawSum += square(input.bounds.center.x - 320) + square(input.rollAngle ?? .nan)
            smoothSum += square(output.bounds.center.x - 320) + square(output.rollAngle ?? .nan)
        }
        #expect(smoothSum.squareRoot() < 0.5 * rawSum.squareRoot())
    }

    /// A head that turns from side to side within four seconds, whose roll and pitch are wrong by an amount that depends on
    /// how far it has turned.
    @Test func anglesOfAHeadThatTurnsAreTheSameBothWays() {
        var smoother = FaceSmoother()
        var told: [Int: [(roll: Double, pitch: Double)]] = [:]
        for step in 0..<480 {
            let turn = sin(Double(step) * 2 * .pi / 120)
            var input = face(320, 240, roll: 4 * turn * abs(turn))
            (input.yawAngle, input.pitchAngle) = (50 * turn, 3 * turn * turn)
            (input.rollSigma, input.yawSigma, input.pitchSigma) = (3, 3, 4)
            let output = smoother.smooth(input, seconds: frame)
            if step < 120 { continue }
            told[Int((50 * turn).rounded()), default: []]
                .append((output.rollAngle ?? .nan, output.pitchAngle ?? .nan))
        }
        for (yaw, angles) in told {
            for values in [angles.map(\.roll), angles.map(\.pitch)] {
                #expect((values.max() ?? 0) - (values.min() ?? 0) < 1, "\(yaw)")
            }
        }
    }

    @Test func tiltOfAHeadThatSeemsToBeAProfileIsNotTold() {
        var smoother = FaceSmoother()
        var turned = face(320, 240, roll: 14)
        turned.yawAngle = 72
        for _ in 0..<30 { _ = smoother.smooth(turned, seconds: frame) }
        // By itself it would be believed.
        (turned.rollAngle, turned.yawAngle) = (28, 58)
        let first = smoother.smooth(turned, seconds: frame)
        #expect((first.yawAngle ?? 0) > 59)
        #expect(first.rollAngle == nil && first.rollSigma == nil)
        var last = first
        for _ in 0..<60 { last = smoother.smooth(turned, seconds: frame) }
        #expect(abs((last.rollAngle ?? 0) - 28) < 1)
    }

    @Test func followsAStepWithinATenthOfASecond() {
        var smoother = FaceSmoother()
        for _ in 0..<30 { _ = smoother.smooth(face(200, 240, roll: 0), seconds: frame) }
        var result = face(0, 0)
        for _ in 0..<3 { result = smoother.smooth(face(240, 240, roll: 30), seconds: frame) }
        #expect(result.bounds.center.x > 236)
        #expect((result.rollAngle ?? 0) > 27)
    }

    @Test func staysWithinAFewPercentOfAMovingFace() {
        var smoother = FaceSmoother()
        var overlap = 0.0
        for step in 0..<60 {
            let input = face(100 + 6 * Double(step), 240)
            overlap = smoother.smooth(input, seconds: frame)
                .bounds.intersectionOverUnion(input.bounds)
        }
        #expect(overlap > 0.9)
    }

    /// A head that nods from shoulder to shoulder within four seconds, seen exactly.
    @Test func followsAnAngleAsCloselyAsItIsKnown() {
        var smoother = FaceSmoother()
        for step in 0..<200 {
            let angle = 35 * sin(Double(step) * 2 * .pi / 100)
            var input = face(320, 240, roll: angle)
            input.rollSigma = 0.5
            let output = smoother.smooth(input, seconds: 0.04)
            #expect(abs((output.rollAngle ?? .nan) - angle) < 1)
        }
    }

    @Test func leavesAMissingAngleMissing() {
        var smoother = FaceSmoother()
        #expect(smoother.smooth(face(100, 100, roll: 10), seconds: frame).rollAngle == 10)
        #expect(smoother.smooth(face(100, 100), seconds: frame).rollAngle == nil)
        #expect(smoother.smooth(face(100, 100), seconds: frame).yawAngle == nil)
        let back = smoother.smooth(face(100, 100, roll: 12), seconds: frame).rollAngle ?? 0
        #expect(back > 10 && back < 12)
    }

    @Test func startsAfreshAfterAGap() {
        var smoother = FaceSmoother()
        _ = smoother.smooth(face(100, 100, roll: 10), seconds: frame)
        let later = face(300, 200, roll: -40)
        #expect(smoother.smooth(later, seconds: 0.5) == later)
    }

    @Test func movesThePointsWithTheBox() {
        var smoother = FaceSmoother()
        _ = smoother.smooth(face(100, 100), seconds: frame)
        var input = face(101, 100)
        let center = input.bounds.center
        input.landmarks = FaceLandmarks(
            leftEye: center, rightEye: center, nose: center, leftMouth: center, rightMouth: center)
        let output = smoother.smooth(input, seconds: frame)
        #expect(output.bounds.center.x < 101)
        #expect(abs((output.landmarks?.nose.x ?? 0) - output.bounds.center.x) < 1e-9)
    }

    private func square(_ value: Double) -> Double { value * value }
}
