import FaceValues
import Testing

@testable import FaceReport

struct MeanPoseTests {
    private func face(roll: Double?, confidence: Double = 0.5) -> FaceObject {
        FaceObject(
            faceID: 1, bounds: .unit, rollAngle: roll, confidence: confidence)
    }

    @Test func theMeanOfAnglesGoesTheShortWay() throws {
        var pose = MeanPose()
        pose.add(face(roll: 170, confidence: 0.4))
        pose.add(face(roll: -170, confidence: 0.6))
        #expect(abs(abs(try #require(pose.rollAngle)) - 180) < 1e-9)
        #expect(abs(try #require(pose.confidence) - 0.5) < 1e-9)
    }

    @Test func whatNoFrameTellsIsUnknown() {
        var pose = MeanPose()
        pose.add(face(roll: nil, confidence: .nan))
        #expect(pose.rollAngle == nil && pose.yawAngle == nil && pose.confidence == nil)
    }
}
