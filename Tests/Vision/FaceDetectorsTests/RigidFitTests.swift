// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import TestSupport
import Testing

@testable import FaceDetectors

@Suite struct RigidFitTests {
    /// The template turned by roll, yaw and pitch, as points of an image.
    private func points(
        roll: Double, yaw: Double, pitch: Double, scale: Double = 7
    ) -> [Vector] {
        let radians = Double.pi / 180
        let (sy, cy) = (sin(-yaw * radians), cos(-yaw * radians))
        let (sp, cp) = (sin(-pitch * radians), cos(-pitch * radians))
        let (sr, cr) = (sin(-roll * radians), cos(-roll * radians))
        var result = [Vector](repeating: Vector(0, 0, 0), count: FaceMesh.pointCount)
        for anchor in MeshTemplate.anchors {
            let a = anchor.place
            let nodded = Vector(a.x, cp * a.y - sp * a.z, sp * a.y + cp * a.z)
            let turned = Vector(
                cy * nodded.x + sy * nodded.z, nodded.y, -sy * nodded.x + cy * nodded.z)
            let tilted = Vector(
                cr * turned.x - sr * turned.y, sr * turned.x + cr * turned.y, turned.z)
            result[anchor.index] = Vector(
                300 + scale * tilted.x, 200 - scale * tilted.y, -scale * tilted.z)
        }
        return result
    }

    @Test func anglesOfATurnedTemplateAreThoseItWasTurnedBy() throws {
        var numbers = SeededNumbers.fresh()
        for _ in 0..<200 {
            let roll = 340 * numbers.nextUnit() - 170
            let yaw = 160 * numbers.nextUnit() - 80
            let pitch = 120 * numbers.nextUnit() - 60
            let pose = try #require(MeshPose(points(roll: roll, yaw: yaw, pitch: pitch)))
            let found = "\(roll) \(yaw) \(pitch)"
            #expect(abs(pose.roll - roll) < 1e-6, "\(found)")
            #expect(abs(pose.yaw - yaw) < 1e-6, "\(found)")
            #expect(abs(pose.pitch - pitch) < 1e-6, "\(found)")
            #expect(pose.residual < 1e-6)
        }
    }

    @Test func whatDoesNotFitIsTheResidual() throws {
        var points = points(roll: 0, yaw: 10, pitch: 5)
        points[4].z += 40
        #expect(try #require(MeshPose(points)).residual > 0.02)
    }

    @Test func pointsWithoutExtentHaveNoPose() {
        let points = [Vector](repeating: Vector(3, 4, 5), count: FaceMesh.pointCount)
        #expect(MeshPose(points) == nil)
        let broken = [Vector](repeating: Vector(.nan, 4, 5), count: FaceMesh.pointCount)
        #expect(MeshPose(broken) == nil)
    }

    @Test func mirroredFaceHasMirroredAngles() throws {
        let pose = try #require(MeshPose(points(roll: 12, yaw: 30, pitch: -8)))
        let mirror = try #require(MeshPose(points(roll: -12, yaw: -30, pitch: -8)))
        let angles = MeshAngles(pose, presence: 0.9, size: 80)
        let mirrored = MeshAngles(mirror, presence: 0.9, size: 80)
        #expect(abs(angles.roll.angle + mirrored.roll.angle) < 1e-6)
        #expect(abs(angles.yaw.angle + mirrored.yaw.angle) < 1e-6)
        #expect(abs(angles.pitch.angle - mirrored.pitch.angle) < 1e-6)
        #expect(abs(angles.yaw.sigma - mirrored.yaw.sigma) < 1e-5)
    }

    @Test func whatIsLeftOutDoesNotDependOnTheTurnOfTheImage() throws {
        for yaw in [-70.0, -20, 0, 50] {
            let upright = try #require(MeshPose(points(roll: 0, yaw: yaw, pitch: 12)))
            let lying = try #require(MeshPose(points(roll: 90, yaw: yaw, pitch: 12)))
            let a = MeshAngles(upright, presence: 1, size: 80)
            let b = MeshAngles(lying, presence: 1, size: 80)
            #expect(abs(a.roll.angle + 90 - b.roll.angle) < 1e-6)
            #expect(abs(a.yaw.angle - b.yaw.angle) < 1e-6)
            #expect(abs(a.pitch.angle - b.pitch.angle) < 1e-6)
        }
    }

    @Test func posesBeyondTheCalibrationAreTurnedNoFurther() throws {
        for (yaw, pitch) in [(80.0, 0.0), (-80, 50), (10, 60), (-10, -60)] {
            let pose = try #require(MeshPose(points(roll: 0, yaw: yaw, pitch: pitch)))
            let angles = MeshAngles(pose, presence: 1, size: 80)
            #expect(abs(angles.yaw.angle - yaw) < 15, "\(yaw) \(pitch)")
            #expect(angles.pitch.angle.isFinite && angles.roll.angle.isFinite)
        }
    }

    @Test(arguments: [(59.0, 28.0, false), (59, 3, true), (40, 28, true), (59, 93, true)])
    func tiltOfAProfileIsNotTold(yaw: Double, roll: Double, isTold: Bool) throws {
        let pose = try #require(MeshPose(points(roll: roll, yaw: yaw, pitch: 0)))
        var face = DetectedFace(
            bounds: Rect(x: 0, y: 0, width: 80, height: 80), confidence: 1)
        MeshAngles(pose, presence: 1, size: 80).write(to: &face)
        #expect((face.rollAngle != nil) == isTold)
        #expect((face.rollSigma != nil) == isTold)
        #expect(face.yawAngle != nil && face.yawSigma != nil)
    }

    @Test func errorsGrowWithYawAndForSmallFaces() throws {
        func sigma(yaw: Double, size: Double) throws -> Double {
            let pose = try #require(MeshPose(points(roll: 0, yaw: yaw, pitch: 0)))
            return MeshAngles(pose, presence: 1, size: size).yaw.sigma
        }
        #expect(try sigma(yaw: 50, size: 100) > sigma(yaw: 0, size: 100))
        #expect(try sigma(yaw: 0, size: 20) > sigma(yaw: 0, size: 100))
    }
}
