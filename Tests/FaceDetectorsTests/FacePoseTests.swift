import FaceValues
import Testing

@testable import FaceDetectors

@Suite struct FacePoseTests {
    private let face = FaceLandmarks(
        leftEye: Point(x: 36, y: 40), rightEye: Point(x: 60, y: 41), nose: Point(x: 50, y: 56),
        leftMouth: Point(x: 38, y: 66), rightMouth: Point(x: 57, y: 67))

    @Test func mirrorImageHasOppositeYawAndRoll() throws {
        let mirrored = face.map { Point(x: 96 - $0.x, y: $0.y) }.exchangingSides
        let a = try #require(FacePose(face, face))
        let b = try #require(FacePose(mirrored, mirrored))
        #expect(abs(a.roll + b.roll) < 1e-9)
        let yaws = (try #require(a.yaw), try #require(b.yaw))
        #expect(abs(yaws.0 + yaws.1) < 1e-9)
        let pitches = (try #require(a.pitch), try #require(b.pitch))
        #expect(abs(pitches.0 - pitches.1) < 1e-9)
    }

    @Test func noseToTheLeftIsPositiveYaw() throws {
        var left = face
        left.nose.x = 42
        #expect(try #require(FacePose(left, left)?.yaw) > 10)
    }

    @Test func higherNoseIsPositiveChangeOfPitch() throws {
        var up = face
        up.nose.y -= 2
        let raised = try #require(FacePose(up, up)?.pitch)
        let level = try #require(FacePose(face, face)?.pitch)
        #expect(raised > level)
    }

    @Test func contradictingLooksTellNothing() {
        var other = face
        other.nose.x = 38
        #expect(FacePose(face, other) == nil)
        let upsideDown = face.map { Point(x: $0.x, y: 96 - $0.y) }
        #expect(FacePose(upsideDown, upsideDown) == nil)
    }

    @Test func cropsLeadBackToTheStoredPicture() throws {
        let crops = FaceCrops(box: Rect(x: 100, y: 50, width: 60, height: 80), turn: 30)
        let center = Point(x: 48, y: 48)
        let points = FaceLandmarks(
            leftEye: center, rightEye: Point(x: 96, y: 48), nose: center, leftMouth: center,
            rightMouth: center)
        let stored = crops.storedPoints(points, points)
        #expect(abs(stored.nose.x - 130) < 1e-9 && abs(stored.nose.y - 90) < 1e-9)
        // Turned clockwise: what is to the right of the middle lies lower in the picture.
        #expect(stored.rightEye.x > 130 && stored.rightEye.y > 90)
    }
}
