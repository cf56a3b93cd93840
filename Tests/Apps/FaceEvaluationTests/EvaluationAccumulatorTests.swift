// SPDX-License-Identifier: Apache-2.0
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
        #expect(report.observed.expectedCount == 3 && report.observed.hitCount == 2)
        #expect(report.observed.recall == 2.0 / 3 && report.observed.precision == 2.0 / 3)
        #expect(report.meanOverlap == 1)
        #expect(report.identityCount == 2 && report.faceIDCount == 1)
    }

    @Test func needsTheLeastOverlap() {
        var evaluation = EvaluationAccumulator(title: "file")
        let near = Rect(x: 42, y: 0, width: 100, height: 100)  // 58 / 142 > 0.4
        let far = Rect(x: 44, y: 0, width: 100, height: 100)  // 56 / 144 < 0.4
        evaluation.add([found(1, near)], truth: [truth("a", left)])
        evaluation.add([found(1, far)], truth: [truth("a", left)])
        #expect(evaluation.report.observed.hitCount == 1)
        #expect(evaluation.report.observed.falsePositiveCount == 1)
        #expect(abs((evaluation.report.meanOverlap ?? 0) - 58.0 / 142) < 1e-12)
    }

    @Test func doesNotCareForHiddenAndCutOffFaces() {
        var evaluation = EvaluationAccumulator(title: "file")
        let hidden = truth("a", left, occluded: 0.31)
        let cutOff = truth("b", right, visible: 0.89)
        evaluation.add([found(1, left), found(2, right)], truth: [hidden, cutOff])
        evaluation.add([], truth: [hidden, cutOff])
        let report = evaluation.report
        #expect(report.observed.recall == nil && report.observed.precision == nil)
        #expect(report.observed.falsePositiveCount == 0 && report.identityCount == 0)
    }

    @Test func countsObservedFacesOnly() {
        var evaluation = EvaluationAccumulator(title: "file")
        evaluation.add(
            [found(1, left, state: .predicted), found(2, right, state: .held)],
            truth: [truth("a", left)])
        #expect(evaluation.report.observed.hitCount == 0)
        #expect(evaluation.report.observed.falsePositiveCount == 0)
        #expect(evaluation.report.faceIDCount == 0)
        #expect(evaluation.report.shown.hitCount == 1)
        #expect(evaluation.report.shown.falsePositiveCount == 1)
    }

    @Test func countsIntervalsThatHoldTheTruth() {
        var evaluation = EvaluationAccumulator(title: "file")
        var target = truth("a", left)
        target.yawAngle = 10
        for (yaw, sigma) in [(10.0, 1.0), (14, 2), (13.9, 2), (20, nil)] {
            var face = found(1, left, yaw: yaw)
            face.yawSigma = sigma
            evaluation.add([face], truth: [target])
        }
        let yaw = evaluation.report.pose.yaw
        #expect(yaw.heldShare == 2.0 / 3 && yaw.medianHalfWidth == 1.96 * 2)
        let class10 = evaluation.report.byYaw[0]
        #expect(class10.title == "abs(yaw) 0-20" && class10.pose.yaw == yaw)
        #expect(evaluation.report.byYaw[1].pose.yaw.toldShare == nil)
        #expect(evaluation.report.bySize[3].pose.yaw == yaw)
    }

    /// Three people, whose ids change twice, with misses and a wrong face; figures of TrackEval 1.3.0.
    @Test func identitiesAreScoredAsTheReferenceDoes() throws {
        var evaluation = EvaluationAccumulator(title: "file")
        for frame in 0..<40 {
            var (faces, people): ([MetadataFaceObject], [TruthFace]) = ([], [])
            for person in 0..<3 {
                let (x, y) = (Double(150 * person + 3 * frame), Double(50 + 2 * frame * person))
                people.append(
                    truth("\(person)", Rect(x: x, y: y, width: 100, height: 120)))
                if (frame + person).isMultiple(of: 9) { continue }
                let id = frame < 20 ? person + 1 : frame < 30 ? (person + 1) % 3 + 1 : person + 11
                let right = Double((7 * frame + 3 * person) % 23 - 11)
                let down = Double((5 * frame + person) % 17 - 8)
                faces.append(found(id, Rect(x: x + right, y: y + down, width: 100, height: 120)))
            }
            if frame.isMultiple(of: 6) {
                faces.append(found(9, Rect(x: 600, y: 300, width: 50, height: 50)))
            }
            evaluation.add(faces, truth: people)
        }
        let report = evaluation.report
        #expect(abs(try #require(report.idF1) - 0.452991) < 1e-6)
        #expect(abs(try #require(report.hota) - 0.401862) < 1e-6)
        let twice = EvaluationReport.total([report, report], title: "total")
        #expect(abs(try #require(twice.hota) - 0.401862) < 1e-6)
    }

    @Test func measuresLagWhereFacesTurnBackAndJitterWhereTheyRest() throws {
        var evaluation = EvaluationAccumulator(title: "file")
        for frame in 0..<40 {
            let place = frame < 20 ? 5 * frame : 200 - 5 * frame
            let late = frame == 21 ? 7.0 : 2
            let box = Rect(x: Double(place), y: 0, width: 100, height: 100)
            evaluation.add(
                [found(1, Rect(x: box.x + late, y: 0, width: 100, height: 100))],
                truth: [truth("a", box)])
        }
        #expect(abs(try #require(evaluation.report.lag) - 0.05) < 1e-12)
        var still = EvaluationAccumulator(title: "file")
        for frame in 0..<11 {
            still.add(
                [found(1, Rect(x: Double(frame % 2), y: 0, width: 100, height: 100))],
                truth: [truth("a", left)])
        }
        #expect(abs(try #require(still.report.jitter) - 0.01) < 1e-12)
        #expect(still.report.lag == nil && evaluation.report.jitter == nil)
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

    @Test func idsThatNoPersonGotDoNotCount() {
        var evaluation = EvaluationAccumulator(title: "file")
        let nowhere = Rect(x: 600, y: 300, width: 50, height: 50)
        for number in 0..<3 {
            evaluation.add(
                [found(1, left), found(2, right), found(10 + number, nowhere)],
                truth: [truth("a", left), truth("b", right, occluded: 0.5)])
        }
        let report = evaluation.report
        #expect(report.observed.hitCount == 3 && report.observed.falsePositiveCount == 3)
        #expect(report.identityCount == 1 && report.faceIDCount == 1)
    }

    @Test func countsASwapOfTwoFacesTwice() {
        var evaluation = EvaluationAccumulator(title: "file")
        let people = [truth("a", left), truth("b", right)]
        evaluation.add([found(1, left), found(2, right)], truth: people)
        evaluation.add([found(2, left), found(1, right)], truth: people)
        #expect(evaluation.report.switchCount == 2)
        #expect(evaluation.report.observed.hitCount == 4)
    }

    @Test func keepsAPairTogetherWhileItOverlaps() {
        var evaluation = EvaluationAccumulator(title: "file")
        evaluation.add([found(1, left)], truth: [truth("a", left)])
        let moved = Rect(x: 30, y: 0, width: 100, height: 100)
        evaluation.add([found(1, moved), found(2, left)], truth: [truth("a", left)])
        #expect(evaluation.report.switchCount == 0)
        #expect(evaluation.report.observed.falsePositiveCount == 1)
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
        #expect(report.observed.hitCount == 2)
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
        #expect(report.pose.roll.meanAbsolute == 3 && report.pose.roll.toldShare == 1)
        #expect(report.pose.yaw.meanAbsolute == 3 && report.pose.yaw.toldShare == 0.5)
        #expect(report.pose.pitch.meanAbsolute == nil && report.pose.pitch.toldShare == nil)
    }

    @Test func comparesNoAnglesOfFacesTurnedFar() {
        var evaluation = EvaluationAccumulator(title: "file")
        for (roll, yaw, pitch) in [(40.1, 0.0, 0.0), (0, -45.1, 0), (0, 0, 20.1), (40, 45, -20)] {
            var target = truth("a", left)
            (target.rollAngle, target.yawAngle, target.pitchAngle) = (roll, yaw, pitch)
            evaluation.add([found(1, left, roll: 39, yaw: 39)], truth: [target])
        }
        let report = evaluation.report
        #expect(report.observed.hitCount == 4)
        #expect(report.pose.roll.measuredCount == 1 && report.pose.roll.meanAbsolute == 1)
        #expect(report.pose.yaw.meanAbsolute == 6 && report.pose.pitch.withheldCount == 1)
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
