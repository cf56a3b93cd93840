// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceTracking

@Suite struct FaceExpressionTests {
    private static let step: Int64 = 33_333_333

    private func face(
        eyes: Double, mouth: Double = 0.1, pitch: Double? = nil
    ) -> DetectedFace {
        var face = DetectedFace(
            bounds: Rect(x: 0, y: 0, width: 50, height: 50), confidence: 1, pitchAngle: pitch)
        face.openings = DetectedFace.Openings(leftEye: eyes, rightEye: eyes, mouth: mouth)
        return face
    }

    /// What is told after eyes were as open as said, image by image.
    private func blinks(_ eyes: [Double], step: Int64 = step) -> [Int64] {
        var expression = FaceExpression()
        return eyes.compactMap { ratio in
            expression.observe(face(eyes: ratio), nanoseconds: step)
            return expression.endedBlink
        }
    }

    @Test(arguments: [0.18, 0.3, 0.42])
    func opennessIsThatOfThePerson(usual: Double) throws {
        var expression = FaceExpression()
        for _ in 0..<600 { expression.observe(face(eyes: usual), nanoseconds: Self.step) }
        expression.observe(face(eyes: usual / 2), nanoseconds: Self.step)
        let openness = try #require(expression.openness)
        #expect(abs(openness.leftEye - 0.5) < 0.05)
        #expect(abs(openness.rightEye - 0.5) < 0.05)
        #expect(openness.mouth == 0.1)
    }

    @Test func blinkIsToldOnceWithItsLength() {
        let open = Array(repeating: 0.3, count: 30)
        #expect(blinks(open + [0.1, 0.05, 0.1] + open) == [3 * Self.step])
    }

    @Test func eyesThatStayClosedOrFlickerAreNoBlink() {
        let open = Array(repeating: 0.3, count: 30)
        #expect(blinks(open + Array(repeating: 0.05, count: 30) + open).isEmpty)
        #expect(blinks(open + [0.05] + open).isEmpty)
        #expect(blinks(open).isEmpty)
    }

    @Test func nothingIsToldWhereNobodyKnows() {
        var expression = FaceExpression()
        expression.observe(face(eyes: 0.3), nanoseconds: Self.step)
        #expect(expression.openness != nil)
        expression.observe(
            DetectedFace(bounds: Rect(x: 0, y: 0, width: 50, height: 50), confidence: 1),
            nanoseconds: Self.step)
        #expect(expression.openness == nil)
        #expect(expression.relativePitch == nil)
    }

    @Test func relativePitchIsFreeOfWhatIsAlwaysThere() throws {
        var expression = FaceExpression()
        for _ in 0..<20 {
            expression.observe(face(eyes: 0.3, pitch: -8), nanoseconds: Self.step)
            #expect(expression.relativePitch == nil)
        }
        for _ in 0..<600 {
            expression.observe(face(eyes: 0.3, pitch: -8), nanoseconds: Self.step)
        }
        expression.observe(face(eyes: 0.3, pitch: 2), nanoseconds: Self.step)
        #expect(abs(try #require(expression.relativePitch) - 10) < 0.1)
    }
}
