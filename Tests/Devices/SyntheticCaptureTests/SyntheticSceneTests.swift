// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SyntheticCapture
import Testing

@Suite struct SyntheticSceneTests {
    private let framesPerSecond = 3

    private func scene(
        _ motion: SyntheticCamera.Motion, faces: Int = 2, seed: UInt64 = 7
    ) throws -> SyntheticCamera.Scene {
        try SyntheticCamera.Scene(
            SyntheticCamera.Configuration(
                faces: faces, width: 320, height: 240, framesPerSecond: Double(framesPerSecond),
                seed: seed, motion: motion))
    }

    /// The truth of the first ten seconds, frame by frame.
    private func truth(_ scene: SyntheticCamera.Scene) -> [[SyntheticFaceTruth]] {
        (0..<(10 * framesPerSecond)).map(scene.truth(ofFrame:))
    }

    @Test func equalConfigurationsHaveEqualTruth() throws {
        let (first, second) = try (scene(.mixed), scene(.mixed))
        for frame in [0, 25, 1_000_000] {
            #expect(first.truth(ofFrame: frame) == second.truth(ofFrame: frame))
            #expect(first.heads(inFrame: frame) == second.heads(inFrame: frame))
        }
    }

    @Test func anotherSeedMovesTheHeadsAnotherWay() throws {
        let (first, second) = try (scene(.mixed, seed: 1), scene(.mixed, seed: 2))
        #expect(first.truth(ofFrame: 0).map(\.bounds) != second.truth(ofFrame: 0).map(\.bounds))
    }

    @Test(arguments: SyntheticCamera.Motion.allCases)
    func onlyStillHeadsRest(motion: SyntheticCamera.Motion) throws {
        let scene = try scene(motion, faces: 1)
        let start = scene.heads(inFrame: 0)
        let isAtRest = (1..<30).allSatisfy { scene.heads(inFrame: $0) == start }
        #expect(isAtRest == (motion == .still))
    }

    @Test(arguments: [0, 1, 8])
    func everyFaceHasAnIdentityOfItsOwn(faces: Int) throws {
        let scene = try scene(.mixed, faces: faces)
        let identities = scene.truth(ofFrame: 0).map(\.faceIdentity)
        #expect(identities.count == faces)
        #expect(Set(identities).count == faces)
        #expect(identities == scene.faceIdentities)
    }

    @Test func headTurnsThereAndBackInTheSameWay() throws {
        let scene = try scene(.turn, faces: 1)
        for frame in [0, 4, 15, 22] {
            let there = scene.heads(inFrame: frame)[0]
            let back = scene.heads(inFrame: 60 - frame)[0]
            #expect(abs(there.yawAngle - back.yawAngle) < 1e-9)
            #expect(there.rollAngle == 0 && back.rollAngle == 0)
        }
        #expect(abs(scene.heads(inFrame: 30)[0].yawAngle - 75) < 1e-9)
    }

    @Test(arguments: SyntheticCamera.Motion.allCases)
    func truthIsWithinItsBounds(motion: SyntheticCamera.Motion) throws {
        let scene = try scene(motion)
        for frame in stride(from: 0, to: 30, by: 5) {
            for face in scene.truth(ofFrame: frame) {
                // In profile the tip of the nose lies between the corners that the outline is made of.
                let (bounds, more) = (face.bounds, 0.02 * face.bounds.width)
                let outline = Rect(
                    x: bounds.x - more, y: bounds.y, width: bounds.width + 2 * more,
                    height: bounds.height)
                #expect(face.landmarks.points.allSatisfy(outline.contains))
                #expect(face.inFrame > 0 && face.inFrame <= 1)
                #expect(0...1 ~= face.occluded)
            }
        }
    }

    @Test func positiveYawPointsTheNoseToTheLeftEdge() throws {
        let faces = truth(try scene(.yaw, faces: 1)).joined()
        let turned = faces.filter { abs($0.yawAngle) > 10 }
        #expect(Set(turned.map { $0.yawAngle > 0 }).count == 2)
        for face in turned {
            #expect((face.landmarks.nose.x < face.landmarks.eyeCentre.x) == (face.yawAngle > 0))
        }
    }

    @Test func positiveRollLowersTheRightEye() throws {
        let faces = truth(try scene(.roll, faces: 1)).joined()
        let tilted = faces.filter { abs($0.rollAngle) > 5 }
        #expect(Set(tilted.map { $0.rollAngle > 0 }).count == 2)
        for face in tilted {
            let eyes = face.landmarks
            #expect((eyes.rightEye.y > eyes.leftEye.y) == (face.rollAngle > 0))
        }
    }

    @Test func positivePitchLiftsTheNose() throws {
        let faces = truth(try scene(.nod, faces: 1)).joined()
        func noseBelowEyes(_ face: SyntheticFaceTruth) -> Double {
            face.landmarks.nose.y - face.landmarks.eyeCentre.y
        }
        let up = try #require(faces.max { $0.pitchAngle < $1.pitchAngle })
        let down = try #require(faces.min { $0.pitchAngle < $1.pitchAngle })
        #expect(up.pitchAngle > 10 && down.pitchAngle < -10)
        #expect(noseBelowEyes(up) < noseBelowEyes(down))
    }

    @Test func headsThatCrossHideOneAnother() throws {
        let frames = truth(try scene(.cross))
        #expect(frames.joined().contains { $0.occluded > 0.5 })
        #expect(frames.contains { $0.allSatisfy { $0.occluded == 0 } })
        // Whoever passes in front is seen whole.
        for faces in frames { #expect(faces.count { $0.occluded > 0 } <= 1) }
    }

    @Test func headsThatLeaveStayAwayForMoreThanTwoSeconds() throws {
        let scene = try scene(.enterLeave, faces: 3)
        let frames = truth(scene)
        for identity in scene.faceIdentities {
            let isSeen = frames.map { $0.contains { $0.faceIdentity == identity } }
            // The motion repeats every ten seconds, so the last frames go before the first ones.
            #expect(maximumAbsence(isSeen + isSeen) > 2 * framesPerSecond)
            #expect(isSeen.contains(true))
        }
    }

    @Test(arguments: [1, 24, 29.97, 30, 59.94, 12.345, 120])
    func framesAreFoundByTheirTime(framesPerSecond: Double) throws {
        let camera = try SyntheticCamera.small(faces: 0, framesPerSecond: framesPerSecond)
        for frame in 0..<3 {
            let sample = try camera.nextSample()
            #expect(camera.scene.frameIndex(at: sample.presentationTime) == frame)
        }
    }

    @Test func timesOfNoFrameAreNoTrap() throws {
        let scene = try scene(.still, faces: 0)
        #expect(scene.frameIndex(at: MediaTime(value: -5, timescale: 1)) == 0)
        #expect(scene.frameIndex(at: MediaTime(value: .max, timescale: 1)) == 1 << 53)
    }

    private func maximumAbsence(_ isSeen: [Bool]) -> Int {
        isSeen.split(separator: true).map(\.count).max() ?? 0
    }
}

extension FaceLandmarks {
    fileprivate var eyeCentre: Point {
        Point(x: (leftEye.x + rightEye.x) / 2, y: (leftEye.y + rightEye.y) / 2)
    }
}
