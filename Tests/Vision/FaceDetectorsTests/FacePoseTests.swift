// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceDetectors

@Suite struct FacePoseTests {
    private static let models = [PoseModel.yunet, .centerface]
    private let face = FaceInCrop(
        bounds: Rect(x: 20, y: 18, width: 56, height: 70),
        landmarks: FaceLandmarks(
            leftEye: Point(x: 36, y: 40), rightEye: Point(x: 60, y: 41), nose: Point(x: 50, y: 56),
            leftMouth: Point(x: 38, y: 66), rightMouth: Point(x: 57, y: 67)))

    private func pose(_ face: FaceInCrop, model: Int = 0) -> FacePose? {
        FacePose(face, face, model: Self.models[model])
    }

    @Test(arguments: Self.models.indices)
    func mirrorImageHasOppositeYawAndRoll(model: Int) throws {
        let box = face.bounds
        let mirrored = FaceInCrop(
            bounds: Rect(x: 96 - box.maxX, y: box.y, width: box.width, height: box.height),
            landmarks: face.landmarks.map { Point(x: 96 - $0.x, y: $0.y) }.exchangingSides)
        let a = try #require(pose(face, model: model))
        let b = try #require(pose(mirrored, model: model))
        #expect(abs(a.roll + b.roll) < 1e-9)
        let yaws = (try #require(a.yaw), try #require(b.yaw))
        #expect(abs(yaws.0 + yaws.1) < 1e-9)
        let pitches = (try #require(a.pitch), try #require(b.pitch))
        #expect(abs(pitches.0 - pitches.1) < 1e-9)
    }

    @Test(arguments: Self.models.indices)
    func noseToTheLeftIsPositiveYaw(model: Int) throws {
        var left = face
        left.landmarks.nose.x = 42
        #expect(try #require(pose(left, model: model)?.yaw) > 10)
    }

    @Test func higherNoseIsPositiveChangeOfPitch() throws {
        var up = face
        up.landmarks.nose.y -= 2
        #expect(try #require(pose(up)?.pitch) > #require(pose(face)?.pitch))
    }

    /// CenterFace draws the points of a raised face further up in its box.
    @Test func higherPointsInTheBoxArePositiveChangeOfPitchForCenterFace() throws {
        var up = face
        up.landmarks = up.landmarks.map { Point(x: $0.x, y: $0.y - 0.5) }
        #expect(try #require(pose(up, model: 1)?.pitch) > #require(pose(face, model: 1)?.pitch))
        let change = try #require(pose(up)?.pitch) - #require(pose(face)?.pitch)
        #expect(abs(change) < 1e-9)
    }

    @Test func contradictingLooksTellNothing() {
        var other = face
        other.landmarks.nose.x = 38
        #expect(FacePose(face, other, model: .yunet) == nil)
        var upsideDown = face
        upsideDown.landmarks = face.landmarks.map { Point(x: $0.x, y: 96 - $0.y) }
        #expect(pose(upsideDown) == nil)
        var flat = face
        flat.bounds.height = 0
        #expect(pose(flat) == nil)
    }

    @Test func cropsLeadBackToTheStoredImage() throws {
        let crops = FaceCrops(box: Rect(x: 100, y: 50, width: 60, height: 80), turn: 30, scale: 1.3)
        let center = Point(x: 48, y: 48)
        let points = FaceLandmarks(
            leftEye: center, rightEye: Point(x: 96, y: 48), nose: center, leftMouth: center,
            rightMouth: center)
        let stored = crops.storedPoints(points, points)
        #expect(abs(stored.nose.x - 130) < 1e-9 && abs(stored.nose.y - 90) < 1e-9)
        // Turned clockwise: what is to the right of the middle lies lower in the image.
        #expect(stored.rightEye.x > 130 && stored.rightEye.y > 90)
    }
}
