// SPDX-License-Identifier: Apache-2.0
import FaceTracking
import FaceValues
import Testing

@Suite struct FaceTrackerNeighborsTests {
    /// A face of 80 x 100 pixels with angles of which the detector is as sure as it is told.
    private func measured(
        _ x: Double, scale: Double = 1, yawSigma: Double = 1.5
    ) -> DetectedFace {
        var result = face(x, 240, scale: scale, roll: 3)
        (result.yawAngle, result.pitchAngle) = (10, -5)
        (result.rollSigma, result.yawSigma, result.pitchSigma) = (1, yawSigma, 2)
        return result
    }

    /// The mesh lays some of its points on the other face.
    @Test(arguments: [(200.0, false), (105, false), (90, true), (60, true)])
    func anglesAreLessSureBesideAnotherFace(distance: Double, areLessSure: Bool) {
        var scene = Scene()
        let faces = scene.see(measured(200), measured(200 + distance))
        #expect(faces.count == 2)
        for face in faces {
            #expect((face.rollSigma ?? 0 > 1) == areLessSure)
            #expect((face.yawSigma ?? 0 > 1.5) == areLessSure)
            #expect((face.pitchSigma ?? 0 > 2) == areLessSure)
        }
    }

    @Test func theNearerAnotherFaceIsTheLessSureAreTheAngles() {
        let sigmas = [95.0, 85, 75, 65].map { distance in
            var scene = Scene()
            return scene.see(measured(200), measured(200 + distance)).first?.yawSigma ?? 0
        }
        #expect(zip(sigmas, sigmas.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func aSmallFaceDisturbsALargeOneLess() throws {
        let sigmas = try [1, 0.4].map { scale in
            var scene = Scene()
            let faces = scene.see(measured(200), measured(240 + 35 * scale, scale: scale))
            return try #require(faces.first?.yawSigma)
        }
        #expect(sigmas[0] > sigmas[1] && sigmas[1] > 1.5)
    }

    @Test func anglesAreLessSureWhereAFaceThatIsNotSeenIsExpected() throws {
        var scene = Scene()
        scene.see(measured(200), measured(270), forSeconds: 1)
        let beside = try #require(scene.see(measured(200)).first?.yawSigma)
        #expect(beside > 3)
        scene.see(measured(200), forSeconds: 2)
        #expect(scene.lost == [2])
        #expect(scene.see(measured(200)).first?.yawSigma == 1.5)
    }

    @Test func anglesThatAreTooUnsureBesideAnotherFaceAreNotTold() {
        var scene = Scene()
        let faces = scene.see(measured(200, yawSigma: 9), measured(260, yawSigma: 9))
        #expect(faces.count == 2)
        #expect(faces.allSatisfy { $0.yawAngle == nil && $0.yawSigma == nil })
        #expect(faces.allSatisfy { $0.pitchAngle != nil && $0.pitchSigma != nil })
    }

    @Test func anglesWithoutAStandardErrorStayAsTheyAre() {
        var scene = Scene()
        let faces = scene.see(face(200, 240, roll: 4), face(260, 240, roll: 4))
        #expect(faces.map(\.rollAngle) == [4, 4])
        #expect(faces.allSatisfy { $0.rollSigma == nil })
    }
}
