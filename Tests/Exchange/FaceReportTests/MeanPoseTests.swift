// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceReport

struct MeanPoseTests {
    private func face(
        roll: Double?, yaw: Double? = nil, confidence: Double = 0.5
    ) -> MetadataFaceObject {
        MetadataFaceObject(
            faceID: 1, bounds: .unit, rollAngle: roll, yawAngle: yaw, confidence: confidence)
    }

    /// As whoever takes the mean of a column of the tables has it.
    @Test func theMeanOfYawsIsThatOfTheirNumbers() {
        var pose = MeanPose()
        for yaw in [0.0, 30, 75] { pose.add(face(roll: nil, yaw: yaw)) }
        #expect(pose.yaw?.value == 35)
    }

    @Test func theMeanOfRollsGoesTheShortWay() throws {
        var pose = MeanPose()
        pose.add(face(roll: 170, confidence: 0.4))
        pose.add(face(roll: -170, confidence: 0.6))
        #expect(abs(abs(try #require(pose.roll?.value)) - 180) < 1e-9)
        #expect(abs(try #require(pose.confidence?.value) - 0.5) < 1e-9)
    }

    @Test func whatNoFrameTellsIsUnknown() {
        var pose = MeanPose()
        pose.add(face(roll: nil, confidence: .nan))
        #expect(pose.roll == nil && pose.yaw == nil && pose.confidence == nil)
    }

    @Test func meansRestOnFramesInWhichTheFaceWasSeen() {
        var pose = MeanPose()
        var held = face(roll: 90, confidence: 1)
        held.state = .held
        for face in [face(roll: 10), face(roll: nil), held, held] { pose.add(face) }
        #expect(pose.roll?.frameCount == 1 && pose.confidence?.frameCount == 2)
        #expect(pose.roll.map { abs($0.value - 10) < 1e-9 } == true)
        #expect(pose.confidence?.value == 0.5 && pose.yaw == nil)
    }
}
