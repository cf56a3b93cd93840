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

    /// Shows a person who turns upright from one side to the other, three degrees at a time.
    private func turn(
        person seed: Int, _ body: (_ yaw: Double, _ image: PixelBuffer) throws -> Void
    ) throws {
        let configuration = try SyntheticCamera.Configuration(
            specifier: "people=random,motion=turn,faces=1,seed=\(seed),fps=5,frames=100,pace=fast")
        let scene = try SyntheticCamera.Scene(configuration)
        let camera = try SyntheticCamera(configuration)
        while let event = try camera.nextEvent() {
            guard case .video(let sample) = event else { continue }
            let head = scene.heads(inFrame: scene.frameIndex(at: sample.presentationTime))[0]
            try body(head.yawAngle, sample.pixelBuffer)
        }
    }

    private func looks(atPerson seed: Int) throws -> [Look] {
        let detector = try FaceMeshTests.detector()
        var looks: [Look] = []
        try turn(person: seed) { yaw, image in
            let faces = try detector.detectFaces(
                in: image, orientation: .upright, region: nil, hints: [])
            if let face = faces.first { looks.append(Look(yaw: yaw, face: face)) }
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

    /// In the first crop alone it changes by more than twice as much, in the root mean square.
    @Test(arguments: [4, 9])
    func theRollHardlyDependsOnWhereTheFirstCropLies(seed: Int) throws {
        let (detector, mesh) = (try FaceMeshTests.detector(), try FaceMeshTests.mesh())
        var (changes, changesOfFirstLook): ([Double], [Double]) = ([], [])
        try turn(person: seed) { yaw, image in
            guard 35...58 ~= abs(yaw) else { return }
            let found = try detector.detectFaces(
                in: image, orientation: .upright, region: nil, hints: [])
            let face = try #require(found.first)
            let place = try #require(face.meshPlace)
            for (growth, x, turn) in [(0.95, 0.0, 0.0), (1.05, 0, 0), (1, 0.03, 0), (1, 0, 4)] {
                var hint = DetectedFace.Hint(bounds: face.bounds, rollAngle: face.rollAngle)
                var other = place
                other.crop.side *= growth
                other.crop.center.x += x * place.crop.side
                other.crop.turn += turn
                hint.meshPlace = other
                let followed = try detector.followFaces(
                    in: image, orientation: .upright, hints: [hint])
                guard let roll = followed?.first?.rollAngle, let own = face.rollAngle else {
                    continue
                }
                changes.append(roll - own)
                let rolls = try mesh.look(
                    at: [.init(place.crop), .init(other.crop)], in: .init(image, faces: []),
                    threads: 1
                ).map { try #require(MeshPose($0.points)).roll }
                changesOfFirstLook.append(rolls[1] - rolls[0])
            }
        }
        #expect(changes.count > 80)
        let (mean, first) = (rootMeanSquare(changes), rootMeanSquare(changesOfFirstLook))
        #expect(mean < first / 2, "\(mean) beside \(first) degrees")
    }

    private func rootMeanSquare(_ values: [Double]) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }
}
