// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceTracking

@Suite struct FaceExpressionTests {
    private static let step: Int64 = 33_333_333

    private func face(
        eyes: Double, mouth: Double = 0.1, pitch: Double? = nil, yaw: Double? = nil,
        width: Double = 50
    ) -> DetectedFace {
        var face = DetectedFace(
            bounds: Rect(x: 0, y: 0, width: width, height: width), confidence: 1, yawAngle: yaw,
            pitchAngle: pitch)
        face.openings = DetectedFace.Openings(leftEye: eyes, rightEye: eyes, mouth: mouth)
        return face
    }

    /// What is told after eyes were as open as said, image by image.
    private func blinks(
        _ eyes: [Double], step: Int64 = step, yaw: Double = 0, width: Double = 50,
        isCrowded: Bool = false
    ) -> [Int64] {
        var expression = FaceExpression()
        return eyes.compactMap { ratio in
            expression.observe(
                face(eyes: ratio, yaw: yaw, width: width), isCrowded: isCrowded, nanoseconds: step)
            return expression.endedBlink?.nanoseconds
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

    /// Eyes that are open again at once, and those of somebody who smiles then: a second image shows that they are.
    @Test(arguments: [(0.3, 0), (0.24, 1)])
    func aBlinkBeginsWithTheFirstImageOfClosedEyes(opening: Double, imagesLater: Int) {
        let step: Int64 = 40_000_000
        let eyes =
            Array(repeating: 0.3, count: 100) + [0.15, 0.15, 0.15]
            + Array(repeating: opening, count: 20)
        var expression = FaceExpression()
        var told: [(image: Int, blink: BlinkWatch.Blink)] = []
        for (image, ratio) in eyes.enumerated() {
            expression.observe(face(eyes: ratio, yaw: 0, width: 88), nanoseconds: step)
            if let blink = expression.endedBlink { told.append((image, blink)) }
        }
        #expect(told.map(\.image) == [103 + imagesLater])
        #expect(told.map(\.blink.nanoseconds) == [3 * step])
        #expect(told.map(\.blink.ageNanoseconds) == [Int64(imagesLater) * step])
    }

    /// Someone passes in front: nobody knows how open the eyes are, and they seem to be less open at first.
    @Test(arguments: [true, false]) func eyesThatComeIntoViewDoNotBlink(areHidden: Bool) {
        var expression = FaceExpression()
        var count = 0
        for number in 0..<90 {
            var face = face(eyes: (60..<63).contains(number) ? 0.1 : 0.3)
            if areHidden, (57..<60).contains(number) { face.openings = nil }
            expression.observe(face, nanoseconds: Self.step)
            if expression.endedBlink != nil { count += 1 }
        }
        #expect(count == (areHidden ? 0 : 1))
    }

    /// What passes in front of a face moves its mesh.
    @Test(arguments: [(2.0, 1), (9, 0)])
    func eyesDoNotBlinkWhereTheHeadSeemsToTurnAtOnce(turn: Double, count: Int) {
        var expression = FaceExpression()
        var blinks = 0
        for number in 0..<90 {
            let isOdd = (60..<63).contains(number)
            let face = face(eyes: isOdd ? 0.19 : 0.3, yaw: isOdd ? turn : 0, width: 90)
            expression.observe(face, nanoseconds: Self.step)
            if expression.endedBlink != nil { blinks += 1 }
        }
        #expect(blinks == count)
    }

    /// What the mesh told of a man who blinked, 25 times a second.
    private static let blink = [
        0.91, 0.88, 0.85, 0.82, 0.82, 0.82, 0.74, 0.62, 0.62, 0.73, 0.72, 0.81, 0.83, 0.88, 0.91,
    ]

    @Test(arguments: [(0.0, 88.0, 1), (0, 60, 0), (45, 88, 0)])
    func eyesThatSeemHalfOpenAreClosedOfALargeFaceThatLooksAhead(
        yaw: Double, width: Double, count: Int
    ) {
        let open = (0..<100).map { 0.27 + 0.01 * Double($0 % 3) }
        let told = blinks(
            open + Self.blink.map { $0 * 0.3 } + open, step: 40_000_000, yaw: yaw, width: width)
        #expect(told.count == count)
        #expect(told.allSatisfy { 80_000_000...280_000_000 ~= $0 })
    }

    /// The mesh lies partly on the other face.
    @Test(arguments: [(false, 1), (true, 0)])
    func eyesThatSeemHalfOpenMayBeThoseOfAnotherFaceInTheSamePlace(isCrowded: Bool, count: Int) {
        let open = Array(repeating: 0.29, count: 100)
        let told = blinks(
            open + Self.blink.map { $0 * 0.3 } + open, step: 40_000_000, width: 88,
            isCrowded: isCrowded)
        #expect(told.count == count)
    }

    /// One eye is hidden.
    @Test(arguments: [(59.0, true), (61, false), (-61, false)])
    func eyesAreNotToldOfAFaceThatLooksFarToASide(yaw: Double, areTold: Bool) {
        var expression = FaceExpression()
        expression.observe(face(eyes: 0.3, yaw: yaw), nanoseconds: Self.step)
        #expect((expression.openness != nil) == areTold)
        let eyes = Array(repeating: 0.3, count: 60)
        #expect(blinks(eyes + [0.05, 0.05, 0.05] + eyes, yaw: yaw).isEmpty != areTold)
    }

    /// Beside another face a yaw may be too unsure to be told.
    @Test(arguments: [(59.0, true), (61, false)])
    func aFaceWhoseYawIsNotToldLooksWhereItLookedBefore(yaw: Double, areTold: Bool) {
        var expression = FaceExpression()
        for angle in [yaw, nil, nil] {
            expression.observe(face(eyes: 0.3, yaw: angle), nanoseconds: Self.step)
            #expect((expression.openness != nil) == areTold)
        }
        expression.observe(face(eyes: 0.3, yaw: 0), nanoseconds: Self.step)
        #expect(expression.openness != nil)
    }

    /// What the mesh told of a woman who blinked and began to smile.
    private static let smile = [0.96, 0.9, 0.78, 0.6, 0.5, 0.48, 0.55, 0.66, 0.75, 0.76, 0.77]

    @Test(arguments: [(88.0, 1), (60, 0)])
    func whoSmilesAfterABlinkHasBlinkedOfALargeFace(width: Double, count: Int) {
        let open = (0..<100).map { 0.27 + 0.01 * Double($0 % 3) }
        let smiling = Array(repeating: 0.77, count: 60)
        let told = blinks(
            open + (Self.smile + smiling).map { $0 * 0.29 }, step: 40_000_000, width: width)
        #expect(told.count == count)
        #expect(told.allSatisfy { 120_000_000...280_000_000 ~= $0 })
    }

    @Test func whoLooksDownDoesNotBlinkAndThenCan() {
        let ahead = Array(repeating: 0.3, count: 50)
        let down = Array(repeating: 0.19, count: 50)
        #expect(blinks(ahead + down + ahead, width: 100).isEmpty)
        #expect(blinks(ahead + down + [0.12, 0.1, 0.12] + down, width: 100) == [3 * Self.step])
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
