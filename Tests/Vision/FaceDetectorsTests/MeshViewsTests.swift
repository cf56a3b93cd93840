// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SyntheticCapture
import TestSupport
import Testing

@testable import FaceDetectors

/// What the mesh says of drawn people who look to a side.
@Suite(.enabled(if: SharedMedia.isAvailable && FaceMesh.isFast, "needs FACECAP_SHARED"))
struct MeshViewsTests {
    private struct Look {
        let yaw: Double
        let face: DetectedFace
    }

    /// Looks at a person who turns upright from one side to the other, three degrees at a time.
    private func looks(atPerson seed: Int) throws -> [Look] {
        let configuration = try SyntheticCamera.Configuration(
            specifier: "people=random,motion=turn,faces=1,seed=\(seed),fps=5,frames=100,pace=fast")
        let scene = try SyntheticCamera.Scene(configuration)
        let camera = try SyntheticCamera(configuration)
        let detector = try FaceMeshTests.detector()
        var looks: [Look] = []
        while let event = try camera.nextEvent() {
            guard case .video(let sample) = event else { continue }
            let head = scene.heads(inFrame: scene.frameIndex(at: sample.presentationTime))[0]
            let faces = try detector.detectFaces(
                in: sample.pixelBuffer, orientation: .upright, region: nil, hints: [])
            if let face = faces.first { looks.append(Look(yaw: head.yawAngle, face: face)) }
        }
        return looks
    }

    /// In one crop alone the roll of three of them is off by more.
    @Test(arguments: [4, 7, 9, 12])
    func theRollOfAHeadThatTurnsStaysNearItsOwn(seed: Int) throws {
        let looks = try looks(atPerson: seed)
        #expect(looks.count == 100)
        for look in looks {
            let roll = look.face.rollAngle
            #expect(roll != nil || abs(look.yaw) > 60, "at a yaw of \(look.yaw)")
            #expect(abs(roll ?? 0) <= 4, "at a yaw of \(look.yaw)")
            let yaw = abs(look.face.yawAngle ?? 0)
            #expect(roll == nil || yaw <= 63, "at a measured yaw of \(yaw)")
        }
    }

    /// Where turned crops begin to count angles do not jump.
    @Test func anglesOfAHeadThatTurnsSlowlyDoNotJump() throws {
        let looks = try looks(atPerson: 4).filter { 30...55 ~= abs($0.yaw) }
        #expect(looks.count > 10)
        for (look, next) in zip(looks, looks.dropFirst()) where abs(look.yaw - next.yaw) < 6 {
            let (yaw, nextYaw) = (
                try #require(look.face.yawAngle), try #require(next.face.yawAngle)
            )
            #expect(abs((nextYaw - yaw) - (next.yaw - look.yaw)) < 2.5)
        }
    }
}
