import FaceEvaluation
import FaceValues
import Testing

@Suite struct EvaluationAccumulatorTests {
    private let left = Rect(x: 0, y: 0, width: 100, height: 100)
    private let right = Rect(x: 300, y: 0, width: 100, height: 100)

    @Test func countsHitsMissesAndFalsePositives() {
        var evaluation = EvaluationAccumulator(title: "file")
        evaluation.add([found(1, left)], truth: [truth("a", left), truth("b", right)])
        let half = Rect(x: 50, y: 0, width: 100, height: 100)
        evaluation.add([found(1, left), found(2, half)], truth: [truth("a", left)])
        evaluation.add([], truth: [])
        let report = evaluation.report
        #expect(report.frameCount == 3)
        #expect(report.expectedCount == 3 && report.hitCount == 2)
        #expect(report.recall == 2.0 / 3 && report.precision == 2.0 / 3)
        #expect(report.meanOverlap == 1)
        #expect(report.identityCount == 2 && report.faceIDCount == 2)
    }

    @Test func needsTheLeastOverlap() {
        var evaluation = EvaluationAccumulator(title: "file")
        let near = Rect(x: 42, y: 0, width: 100, height: 100)  // 58 / 142 > 0.4
        let far = Rect(x: 44, y: 0, width: 100, height: 100)  // 56 / 144 < 0.4
        evaluation.add([found(1, near)], truth: [truth("a", left)])
        evaluation.add([found(1, far)], truth: [truth("a", left)])
        #expect(evaluation.report.hitCount == 1)
        #expect(evaluation.report.falsePositiveCount == 1)
        #expect(abs((evaluation.report.meanOverlap ?? 0) - 58.0 / 142) < 1e-12)
    }

    @Test func doesNotCareForHiddenAndCutOffFaces() {
        var evaluation = EvaluationAccumulator(title: "file")
        let hidden = truth("a", left, occluded: 0.31)
        let cutOff = truth("b", right, visible: 0.89)
        evaluation.add([found(1, left), found(2, right)], truth: [hidden, cutOff])
        evaluation.add([], truth: [hidden, cutOff])
        let report = evaluation.report
        #expect(report.recall == nil && report.precision == nil)
        #expect(report.falsePositiveCount == 0 && report.identityCount == 0)
    }

    @Test func countsObservedFacesOnly() {
        var evaluation = EvaluationAccumulator(title: "file")
        evaluation.add(
            [found(1, left, state: .predicted), found(2, right, state: .held)],
            truth: [truth("a", left)])
        #expect(evaluation.report.hitCount == 0)
        #expect(evaluation.report.falsePositiveCount == 0)
        #expect(evaluation.report.faceIDCount == 0)
    }

    @Test func countsEachChangeOfAnIdOnce() {
        var evaluation = EvaluationAccumulator(title: "file")
        for faceID in [1, 1, 2, 2, 1] {
            evaluation.add([found(faceID, left)], truth: [truth("a", left)])
            evaluation.add([], truth: [truth("a", left)])
        }
        #expect(evaluation.report.switchCount == 2)
        #expect(evaluation.report.faceIDCount == 2)
    }

    @Test func countsASwapOfTwoFacesTwice() {
        var evaluation = EvaluationAccumulator(title: "file")
        let people = [truth("a", left), truth("b", right)]
        evaluation.add([found(1, left), found(2, right)], truth: people)
        evaluation.add([found(2, left), found(1, right)], truth: people)
        #expect(evaluation.report.switchCount == 2)
        #expect(evaluation.report.hitCount == 4)
    }

    @Test func keepsAPairTogetherWhileItOverlaps() {
        var evaluation = EvaluationAccumulator(title: "file")
        evaluation.add([found(1, left)], truth: [truth("a", left)])
        let moved = Rect(x: 30, y: 0, width: 100, height: 100)
        evaluation.add([found(1, moved), found(2, left)], truth: [truth("a", left)])
        #expect(evaluation.report.switchCount == 0)
        #expect(evaluation.report.falsePositiveCount == 1)
    }

    @Test func allowsANewIdAfterALongAbsence() {
        var configuration = EvaluationAccumulator.Configuration()
        configuration.maximumAbsence = 5
        var evaluation = EvaluationAccumulator(title: "file", configuration: configuration)
        for (pause, faceID) in [(0, 1), (4, 2), (5, 3)] {
            for _ in 0..<pause { evaluation.add([], truth: []) }
            evaluation.add([found(faceID, left)], truth: [truth("a", left)])
        }
        #expect(evaluation.report.switchCount == 1)
    }

    @Test func comparesNoIdentitiesOfSeparateImages() {
        var evaluation = EvaluationAccumulator(title: "stills", comparesIdentities: false)
        evaluation.add([found(1, left)], truth: [truth("a", left)])
        evaluation.add([found(2, left)], truth: [truth("a", left)])
        let report = evaluation.report
        #expect(report.hitCount == 2)
        #expect(report.switchCount == 0 && report.identityCount == 0 && report.faceIDCount == 0)
    }

    @Test func measuresAnglesTheShortWayAndCountsThoseWithheld() {
        var configuration = EvaluationAccumulator.Configuration()
        configuration.maximumRoll = 180
        var evaluation = EvaluationAccumulator(title: "file", configuration: configuration)
        var target = truth("a", left)
        target.rollAngle = 179
        target.yawAngle = 10
        evaluation.add([found(1, left, roll: -177, yaw: 7)], truth: [target])
        evaluation.add([found(1, left, roll: 177, yaw: nil)], truth: [target])
        let report = evaluation.report
        #expect(report.roll.meanAbsolute == 3 && report.roll.withheldShare == 0)
        #expect(report.yaw.meanAbsolute == 3 && report.yaw.withheldShare == 0.5)
        #expect(report.pitch.meanAbsolute == nil && report.pitch.withheldShare == nil)
    }

    @Test func comparesNoAnglesOfFacesTurnedFar() {
        var evaluation = EvaluationAccumulator(title: "file")
        for (roll, yaw, pitch) in [(40.1, 0.0, 0.0), (0, -45.1, 0), (0, 0, 20.1), (40, 45, -20)] {
            var target = truth("a", left)
            (target.rollAngle, target.yawAngle, target.pitchAngle) = (roll, yaw, pitch)
            evaluation.add([found(1, left, roll: 39, yaw: 39)], truth: [target])
        }
        let report = evaluation.report
        #expect(report.hitCount == 4)
        #expect(report.roll.measuredCount == 1 && report.roll.meanAbsolute == 1)
        #expect(report.yaw.meanAbsolute == 6 && report.pitch.withheldCount == 1)
    }

    private func found(
        _ faceID: Int, _ bounds: Rect, roll: Double? = nil, yaw: Double? = nil,
        state: MetadataFaceObject.State = .observed
    ) -> MetadataFaceObject {
        MetadataFaceObject(
            faceID: faceID, bounds: bounds, rollAngle: roll, yawAngle: yaw, confidence: 0.9,
            state: state)
    }

    private func truth(
        _ identity: String, _ bounds: Rect, visible: Double = 1, occluded: Double = 0
    ) -> TruthFace {
        TruthFace(
            identity: identity, bounds: bounds, visibleShare: visible, occludedShare: occluded)
    }
}
