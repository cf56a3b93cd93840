// SPDX-License-Identifier: Apache-2.0
import COpenCV
import CaptureSamples
import FaceValues
import Foundation
import TestSupport
import Testing

@testable import FaceDetectors

@Suite struct RigidFitTests {
    /// The template turned by roll, yaw and pitch, as points of an image; most heads instead of the template where
    /// `isMean`.
    private func points(
        roll: Double, yaw: Double, pitch: Double, scale: Double = 7, isMean: Bool = false
    ) -> [Vector] {
        let radians = Double.pi / 180
        let (sy, cy) = (sin(-yaw * radians), cos(-yaw * radians))
        let (sp, cp) = (sin(-pitch * radians), cos(-pitch * radians))
        let (sr, cr) = (sin(-roll * radians), cos(-roll * radians))
        var result = [Vector](repeating: Vector(0, 0, 0), count: FaceMesh.pointCount)
        // Places of the shape are measured from the weighted middle of the template.
        let middle = MeshTemplate.anchors.reduce(Vector(0, 0, 0)) { $0 + $1.place * $1.weight }
        let total = MeshTemplate.anchors.reduce(0) { $0 + $1.weight }
        let places =
            MeshShape.points.map { ($0.index, $0.place + middle * (1 / total)) }
            + (isMean ? [] : MeshTemplate.anchors.map { ($0.index, $0.place) })
        for (index, a) in places {
            let nodded = Vector(a.x, cp * a.y - sp * a.z, sp * a.y + cp * a.z)
            let turned = Vector(
                cy * nodded.x + sy * nodded.z, nodded.y, -sy * nodded.x + cy * nodded.z)
            let tilted = Vector(
                cr * turned.x - sr * turned.y, sr * turned.x + cr * turned.y, turned.z)
            result[index] = Vector(
                300 + scale * tilted.x, 200 - scale * tilted.y, -scale * tilted.z)
        }
        return result
    }

    private func angles(
        roll: Double, yaw: Double, pitch: Double, logit: Double = 30, size: Double = 80
    ) throws -> MeshAngles {
        let mesh = points(roll: roll, yaw: yaw, pitch: pitch)
        return MeshAngles(mesh, try #require(MeshPose(mesh)), logit: logit, size: size)
    }

    @Test(arguments: ["0", "-0.986", "38.349", "-769.631", "3.05", "123456789.012345"])
    func decimalFractionsAreReadAsTheNearestNumbers(text: String) {
        #expect(MeshShape.number(ArraySlice(text.utf8)) == Double(text))
    }

    @Test func shapeHasAllPointsOfTheMeshEachOnce() {
        let points = MeshShape.points
        #expect(points.map(\.index).sorted() == Array(0..<FaceMesh.pointCount))
        #expect(points.filter { $0.turns.isEmpty }.count == 68, "lips and eyelids")
        #expect(
            points.allSatisfy { $0.turns.isEmpty || $0.turns.count == MeshShape.products.count })
    }

    @Test func mirrorImagesOfPointsLieOnTheOtherSideOfTheFace() {
        let points = Dictionary(uniqueKeysWithValues: MeshShape.points.map { ($0.index, $0) })
        for (index, mirrorImage) in MeshShape.mirrorImages.enumerated() {
            #expect(MeshShape.mirrorImages[mirrorImage] == index)
            #expect(points[index]?.place.x == -(points[mirrorImage]?.place.x ?? .nan))
            #expect(points[index]?.place.y == points[mirrorImage]?.place.y)
        }
    }

    @Test func senselessShapesTurnAHeadNoFurtherThanAFewDegreesAndAreUnsure() throws {
        var numbers = SeededNumbers.fresh()
        let mesh = points(roll: 0, yaw: 0, pitch: 0, isMean: true)
        func angles(_ mesh: [Vector]) throws -> MeshAngles {
            MeshAngles(mesh, try #require(MeshPose(mesh)), logit: 30, size: 80)
        }
        let straight = try angles(mesh)
        let anchors = Set(MeshTemplate.anchors.map(\.index))
        for _ in 0..<100 {
            var bent = mesh
            for point in MeshShape.points where !anchors.contains(point.index) {
                bent[point.index].z += 400 * numbers.nextUnit() - 200
            }
            let angles = try angles(bent)
            #expect(abs(angles.yaw.angle - straight.yaw.angle) < 25)
            #expect(abs(angles.pitch.angle - straight.pitch.angle) < 25)
            #expect(angles.roll.sigma > straight.roll.sigma)
        }
    }

    @Test func theTurnInTheImageIsTheRollOfAHeadThatIsTurnedAboutOneMoreAxis() throws {
        for (yaw, pitch) in [(0.0, 0.0), (0, 30), (0, -30), (50, 0), (-70, 0)] {
            for roll in [-150.0, -20, 0, 35, 170] {
                let pose = try #require(MeshPose(points(roll: roll, yaw: yaw, pitch: pitch)))
                #expect(abs(pose.turnInImage - roll) < 1e-6, "\(roll) \(yaw) \(pitch)")
            }
        }
    }

    @Test func whatMovesThePitchOfAHeadThatLooksToASideMovesTheTurnInTheImageLessThanTheRoll()
        throws
    {
        let mesh = points(roll: 0, yaw: 60, pitch: 0)
        let (sine, cosine) = (sin(Double.pi / 18), cos(Double.pi / 18))
        let pose = try #require(
            MeshPose(
                mesh.map {
                    Vector($0.x, cosine * $0.y - sine * $0.z, sine * $0.y + cosine * $0.z)
                }))
        #expect(abs(pose.roll) > 10)
        #expect(abs(pose.turnInImage) < 0.4 * abs(pose.roll))
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
        let angles = try angles(roll: 12, yaw: 30, pitch: -8, logit: 2.2)
        let mirrored = try self.angles(roll: -12, yaw: -30, pitch: -8, logit: 2.2)
        #expect(abs(angles.roll.angle + mirrored.roll.angle) < 1e-6)
        #expect(abs(angles.yaw.angle + mirrored.yaw.angle) < 1e-6)
        #expect(abs(angles.pitch.angle - mirrored.pitch.angle) < 1e-6)
        #expect(abs(angles.yaw.sigma - mirrored.yaw.sigma) < 1e-5)
    }

    @Test func whatIsLeftOutDoesNotDependOnTheTurnOfTheImage() throws {
        for yaw in [-70.0, -20, 0, 50] {
            let a = try angles(roll: 0, yaw: yaw, pitch: 12)
            let b = try angles(roll: 90, yaw: yaw, pitch: 12)
            #expect(abs(a.roll.angle + 90 - b.roll.angle) < 1e-6)
            #expect(abs(a.yaw.angle - b.yaw.angle) < 1e-6)
            #expect(abs(a.pitch.angle - b.pitch.angle) < 1e-6)
        }
    }

    @Test func posesBeyondTheCalibrationAreTurnedNoFurther() throws {
        for (yaw, pitch) in [(80.0, 0.0), (-80, 50), (10, 60), (-10, -60)] {
            let angles = try angles(roll: 0, yaw: yaw, pitch: pitch)
            #expect(abs(angles.yaw.angle - yaw) < 15, "\(yaw) \(pitch)")
            #expect(angles.pitch.angle.isFinite && angles.roll.angle.isFinite)
        }
    }

    @Test(arguments: [
        (61.0, 28.0, false), (61, 3, true), (40, 28, true), (61, 93, true), (67, 3, false),
    ])
    func tiltOfAProfileIsNotTold(yaw: Double, roll: Double, isTold: Bool) {
        var face = DetectedFace(
            bounds: Rect(x: 0, y: 0, width: 80, height: 80), confidence: 1)
        MeshAngles(
            roll: .init(angle: roll, sigma: 3), yaw: .init(angle: yaw, sigma: 3),
            pitch: .init(angle: 0, sigma: 3)
        ).write(to: &face)
        #expect((face.rollAngle != nil) == isTold)
        #expect((face.rollSigma != nil) == isTold)
        #expect(face.yawAngle != nil && face.yawSigma != nil)
    }

    @Test(arguments: [(6.5, 11.0, true, true), (8, 11, false, true), (9, 13, false, false)])
    func anglesOfTooLargeErrorsAreNotTold(
        rollSigma: Double, yawSigma: Double, isRollTold: Bool, isYawTold: Bool
    ) {
        var face = DetectedFace(
            bounds: Rect(x: 0, y: 0, width: 80, height: 80), confidence: 1)
        MeshAngles(
            roll: .init(angle: 5, sigma: rollSigma), yaw: .init(angle: 50, sigma: yawSigma),
            pitch: .init(angle: 0, sigma: 3)
        ).write(to: &face)
        #expect((face.rollAngle != nil) == isRollTold)
        #expect((face.yawAngle != nil) == isYawTold)
    }

    @Test func errorsGrowWithYawAndForSmallFaces() throws {
        func sigma(yaw: Double, size: Double) throws -> Double {
            let mesh = points(roll: 0, yaw: yaw, pitch: 0, isMean: true)
            let pose = try #require(MeshPose(mesh))
            return MeshAngles(mesh, pose, logit: 30, size: size).yaw.sigma
        }
        #expect(try sigma(yaw: 50, size: 100) > sigma(yaw: 0, size: 100))
        #expect(try sigma(yaw: 0, size: 20) > sigma(yaw: 0, size: 100))
    }

    @Test func errorsGrowWhereTheNetworkIsLessSureThanOfMostFaces() throws {
        func sigmas(_ logit: Double, yaw: Double) throws -> [Double] {
            let angles = try angles(roll: 0, yaw: yaw, pitch: 0, logit: logit)
            return [angles.roll.sigma, angles.yaw.sigma, angles.pitch.sigma]
        }
        let doubts: [MeshCalibration.Sigma] = [.roll, .yaw, .pitch]
        let expected = zip(try sigmas(25, yaw: 0), doubts).map { hypot($0, $1.ofDoubt) }
        #expect(zip(try sigmas(12, yaw: 0), expected).allSatisfy { abs($0 - $1) < 0.01 })
        // Of a face that is seen from the side it is never as sure.
        #expect(zip(try sigmas(12, yaw: 55), try sigmas(25, yaw: 55)).allSatisfy { $0 - $1 < 0.01 })
    }

    @Test func asymmetryTurnsAFaceAndMakesItUnsureWhereItIsLarge() throws {
        let mesh = points(roll: 0, yaw: 0, pitch: 0, isMean: true)
        let pose = try #require(MeshPose(mesh))
        func angles(_ roll: Double, _ pitch: Double) -> MeshAngles {
            MeshAngles(
                mesh, pose, logit: 30, size: 100,
                asymmetry: MeshAsymmetry(
                    roll: roll, yaw: 0, pitch: pitch, seenYaw: 0, seenPitch: 0))
        }
        let (straight, usual, large) = (angles(0, 0), angles(-0.5, 1), angles(-2.5, 5))
        #expect(abs(usual.roll.angle - straight.roll.angle + 0.5) < 1e-9)
        #expect(abs(large.pitch.angle - straight.pitch.angle - 5) < 1e-9)
        #expect(usual.roll.sigma == straight.roll.sigma)
        #expect(large.roll.sigma > 1.5 * straight.roll.sigma)
        #expect(large.pitch.sigma > 1.5 * straight.pitch.sigma)
    }

    @Test func errorsGrowWithWhatTheImageDoesNotShow() throws {
        let mesh = points(roll: 0, yaw: 0, pitch: 0, isMean: true)
        let pose = try #require(MeshPose(mesh))
        func sigmas(_ hidden: MeshLook.HiddenParts) -> [Double] {
            let angles = MeshAngles(mesh, pose, logit: 30, size: 100, hidden: hidden)
            return [angles.roll.sigma, angles.yaw.sigma, angles.pitch.sigma]
        }
        let all = sigmas(.none)
        for hidden in [
            MeshLook.HiddenParts(face: 0.2, forehead: 0), .init(face: 0, forehead: 0.9),
        ] {
            #expect(zip(sigmas(hidden), all).allSatisfy { $0 > 1.5 * $1 }, "\(hidden)")
        }
    }

    @Test func whatLiesOutsideTheImageIsHidden() {
        // A column of points, and the logit.
        let count = FaceMesh.pointCount
        let values: [Float] =
            (0..<count).flatMap { [96, Float($0) * 192 / Float(count), 0] as [Float] } + [9]
        let look = MeshLook(
            values[...],
            in: FacecapCrop(center_x: 50, center_y: 0, side: 192, turn_degrees: 0, is_mirrored: 0))
        let image = PixelBufferPool(format: .gray8, width: 100, height: 100).makePixelBuffer {
            _ in
        }
        let hidden = look.hiddenParts(in: image)
        #expect(hidden.face == 0.5)
        // Of the forehead's points six have a number below half of 468.
        #expect(hidden.forehead == 6.0 / 11)
    }
}
