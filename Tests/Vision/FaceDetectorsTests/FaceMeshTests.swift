// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import TestSupport
import Testing

@testable import FaceDetectors

/// The face mesh behind detectors, on photographs.
@Suite(
    .enabled(
        if: Reference.isAvailable && FaceMesh.isFast, "needs FACECAP_SHARED and python3-opencv"))
struct FaceMeshTests {
    static func mesh() throws -> FaceMesh {
        let path = SharedMedia.path("models/face_landmark.tflite")
        return try FaceMesh(model: [UInt8](try Data(contentsOf: URL(filePath: path))))
    }

    static func detector(
        inputSize: Int = 320, keepsPoints: Bool = false, threads: Int = 1
    ) throws -> NetworkDetector {
        let model = [UInt8](try Data(contentsOf: URL(filePath: Reference.modelPath)))
        var options = NetworkDetector.Options(inputSize: inputSize, threads: threads)
        options.keepsMeshPoints = keepsPoints
        return try NetworkDetector(.yunet, model: model, options: options, mesh: try mesh())
    }

    private func faces(
        _ image: PixelBuffer, hints: [DetectedFace.Hint] = [], keepsPoints: Bool = false,
        threads: Int = 1
    ) throws -> [DetectedFace] {
        try Self.detector(keepsPoints: keepsPoints, threads: threads).detectFaces(
            in: image, orientation: .upright, region: nil, hints: hints)
    }

    private static let portraits = ["Grace_Hopper.jpg", "astronaut.png", "obama_official.jpg"]

    @Test(arguments: portraits)
    func portraitHasAnglesWithTheirErrorsEyesAndMouth(name: String) throws {
        let photo = try #require(Reference.photo(name))
        let face = try #require(try faces(photo.image(.bgr24)).first)
        #expect(abs(try #require(face.rollAngle)) < 15)
        #expect(abs(try #require(face.yawAngle)) < 25)
        #expect(abs(try #require(face.pitchAngle)) < 20)
        for sigma in [face.rollSigma, face.yawSigma, face.pitchSigma] {
            #expect(0.1...12 ~= (try #require(sigma)))
        }
        let openings = try #require(face.openings)
        #expect(openings.leftEye > 0.1 && openings.rightEye > 0.1 && openings.mouth >= 0)
        #expect(face.mesh == nil)
    }

    @Test(arguments: portraits)
    func upsideDownFaceIsSeenToBe(name: String) throws {
        let photo = try #require(Reference.photo(name))
        let pixels = stride(from: photo.bgr.count - 3, through: 0, by: -3).flatMap {
            photo.bgr[$0..<($0 + 3)]
        }
        let image = Images.make(
            .bgr24, width: photo.width, height: photo.height, bytes: Array(pixels))
        let turned = try #require(try faces(image).first)
        let upright = try #require(try faces(photo.image(.bgr24)).first)
        let (roll, own) = (try #require(turned.rollAngle), try #require(upright.rollAngle))
        #expect(abs(Angle.difference(from: own + 180, to: roll)) < 5)
    }

    @Test(arguments: portraits)
    func aMirroredLookShowsEachPointOfTheFaceWhereItIs(name: String) throws {
        let image = try #require(Reference.photo(name)).image(.bgr24)
        let crop = try #require(try faces(image).first?.meshPlace?.crop)
        let looks = try Self.mesh().look(
            at: [.init(crop), .init(crop).mirrored], in: .init(image, faces: []), threads: 1)
        let distances = zip(looks[0].points, looks[1].points).map { a, b in
            hypot(a.x - b.x, a.y - b.y) / crop.side
        }
        let (mean, largest) = (
            distances.reduce(0, +) / Double(distances.count), try #require(distances.max())
        )
        #expect(mean < 0.01 && largest < 0.03, "\(mean) \(largest)")
        #expect(mean > 0, "it looked twice at the same")
        #expect(looks[1].presence > 0.9)
    }

    @Test(arguments: portraits)
    func mirrorImageOfAFaceHasTheOppositeRollAndYaw(name: String) throws {
        let photo = try #require(Reference.photo(name))
        let row = 3 * photo.width
        let mirrored = (0..<photo.height).flatMap { y in
            stride(from: (y + 1) * row - 3, through: y * row, by: -3).flatMap {
                photo.bgr[$0..<($0 + 3)]
            }
        }
        let image = Images.make(
            .bgr24, width: photo.width, height: photo.height, bytes: mirrored)
        let face = try #require(try faces(photo.image(.bgr24)).first)
        let other = try #require(try faces(image).first)
        #expect(abs(try #require(face.rollAngle) + #require(other.rollAngle)) < 0.7)
        #expect(abs(try #require(face.yawAngle) + #require(other.yawAngle)) < 1.3)
        #expect(abs(try #require(face.pitchAngle) - #require(other.pitchAngle)) < 1.3)
    }

    @Test(arguments: [0.75, 0.95])
    func whatLiesWhereAnotherFaceIsNearerChangesNothing(distance: Double) throws {
        let photo = try #require(Reference.photo("astronaut.png"))
        let face = try #require(try faces(photo.image(.bgr24)).first)
        var other = DetectedFace(bounds: face.bounds, confidence: 0.9)
        other.bounds.x += distance * other.bounds.width
        func from(_ box: Rect, _ x: Int, _ y: Int) -> Double {
            hypot(
                2 * (Double(x) - box.x) / box.width - 1, 2 * (Double(y) - box.y) / box.height - 1)
        }
        var bgr = photo.bgr
        for place in 0..<photo.width * photo.height {
            let (y, x) = place.quotientAndRemainder(dividingBy: photo.width)
            guard from(other.bounds, x, y) < 0.8 * min(1, from(face.bounds, x, y)) else { continue }
            for channel in 0..<3 { bgr[3 * place + channel] ^= 0xFF }
        }
        let images = [photo.bgr, bgr].map {
            Images.make(.bgr24, width: photo.width, height: photo.height, bytes: $0)
        }
        let refiner = MeshRefiner(
            mesh: try Self.mesh(), threads: 1, pointsGain: 1, keepsPoints: true)
        func refined(_ faces: [DetectedFace]) throws -> [DetectedFace] {
            try images.map {
                try refiner.refine(faces, in: $0, orientation: .upright, hints: []).faces[0]
            }
        }
        let beside = try refined([face, other])
        #expect(beside[0].mesh != nil)
        #expect(beside[0] == beside[1])
        let alone = try refined([face])
        #expect(alone[0] != alone[1])
    }

    @Test(arguments: [0.0, 0.2])
    func aSmallBoxInAFaceHidesNothingOfIt(place: Double) throws {
        let image = try #require(Reference.photo("astronaut.png")).image(.bgr24)
        let face = try #require(try faces(image).first)
        var part = DetectedFace(bounds: face.bounds, confidence: 0.9)
        part.bounds.width *= 0.35
        part.bounds.height *= 0.35
        part.bounds.x = face.bounds.center.x + place * face.bounds.width - part.bounds.width / 2
        part.bounds.y = face.bounds.center.y - part.bounds.height / 2
        let refiner = MeshRefiner(
            mesh: try Self.mesh(), threads: 1, pointsGain: 1, keepsPoints: true)
        func refined(_ faces: [DetectedFace]) throws -> DetectedFace {
            try refiner.refine(faces, in: image, orientation: .upright, hints: []).faces[0]
        }
        #expect(try refined([face, part]) == refined([face]))
    }

    @Test func asymmetryOfAFaceCountsUntilItIsMeasuredAgain() throws {
        let image = try #require(Reference.photo("astronaut.png")).image(.bgr24)
        let face = try #require(try faces(image).first)
        var known = try #require(face.meshAsymmetry)
        let (roll, measured) = (try #require(face.rollAngle), known.roll)
        known.roll += 4
        func seen(_ asymmetry: MeshAsymmetry) throws -> DetectedFace {
            var hint = hint(face)
            hint.meshAsymmetry = asymmetry
            return try #require(try faces(image, hints: [hint]).first)
        }
        let next = try seen(known)
        #expect(abs(try #require(next.rollAngle) - roll - 4) < 0.01)
        #expect(next.meshAsymmetry == known.later)
        #expect(try #require(next.rollSigma) > 2 * #require(face.rollSigma), "it is large")
        let late = try seen((0..<20).reduce(known) { known, _ in known.later })
        #expect(abs(try #require(late.meshAsymmetry).roll - measured - 1) < 0.01)
        #expect(try #require(late.meshAsymmetry).looks == 0)
        let turned = MeshAsymmetry(roll: 4, yaw: 0, pitch: 0, seenYaw: -20, seenPitch: 0)
        #expect(abs(try #require(try seen(turned).meshAsymmetry).roll - measured) < 0.01)
    }

    @Test func whatIsToldDoesNotDependOnTheRollOfBefore() throws {
        let photo = try #require(Reference.photo("obama_official.jpg"))
        let image = photo.image(.bgr24)
        let expected = try faces(image)
        let box = try #require(expected.first?.bounds)
        for roll in [-40.0, -10, 0, 25, 70, 180, .nan] {
            let hint = DetectedFace.Hint(bounds: box, rollAngle: roll)
            #expect(try faces(image, hints: [hint]) == expected)
        }
        #expect(
            try faces(image, hints: [DetectedFace.Hint(bounds: box, rollAngle: nil)]) == expected)
    }

    private func hint(_ face: DetectedFace, x: Double = 0, y: Double = 0) -> DetectedFace.Hint {
        var hint = DetectedFace.Hint(
            bounds: Rect(
                x: face.bounds.x + x, y: face.bounds.y + y, width: face.bounds.width,
                height: face.bounds.height), rollAngle: face.rollAngle)
        hint.confidence = face.confidence
        hint.meshPlace = face.meshPlace?.moved(x: x, y: y)
        return hint
    }

    @Test func aFaceThatRestsIsFollowedToTheSameFace() throws {
        let image = try #require(Reference.photo("pexels_3184416.jpg")).image(.bgr24)
        // Of those that look to the side there is no mesh.
        let expected = try faces(image).filter { $0.meshPlace != nil }
        try #require(expected.count == 2)
        let followed = try #require(
            try Self.detector().followFaces(
                in: image, orientation: .upright, hints: expected.map { hint($0) }))
        #expect(followed.map(\.landmarks) == expected.map(\.landmarks))
        #expect(followed.map(\.meshPlace) == expected.map(\.meshPlace))
        #expect(followed.map(\.confidence) == expected.map(\.confidence))
        for (face, before) in zip(followed, expected) {
            // But for rounding.
            #expect(face.bounds.intersectionOverUnion(before.bounds) > 1 - 1e-9)
            #expect(abs(try #require(face.yawAngle) - #require(before.yawAngle)) < 1e-9)
        }
    }

    @Test(arguments: portraits)
    func aFaceThatIsNotWhereItIsExpectedIsFollowedToWhereItIs(name: String) throws {
        let image = try #require(Reference.photo(name)).image(.bgr24)
        let expected = try #require(try faces(image).first)
        for (x, y) in [(0.1, 0.0), (-0.1, 0.1), (0, -0.15)] {
            let hint = hint(expected, x: x * expected.bounds.width, y: y * expected.bounds.height)
            let face = try #require(
                try Self.detector().followFaces(in: image, orientation: .upright, hints: [hint])?
                    .first)
            #expect(face.bounds.intersectionOverUnion(expected.bounds) > 0.95)
            #expect(abs(try #require(face.yawAngle) - #require(expected.yawAngle)) < 3)
            #expect(face.confidence == expected.confidence)
        }
    }

    @Test(arguments: portraits)
    func aFaceThatWasAnotherOneIsNotSeenAskew(name: String) throws {
        let image = try #require(Reference.photo(name)).image(.bgr24)
        let expected = try #require(try faces(image).first)
        let place = try #require(expected.meshPlace)
        for growth in [0.5, 0.7, 1, 1.5, 2.0, 2.5] {
            for turn in stride(from: -75.0, through: 75, by: 25) {
                var hint = hint(expected)
                hint.meshPlace = MeshPlace(
                    crop: MeshPlace.Crop(
                        center: place.crop.center, side: growth * place.crop.side,
                        turn: place.crop.turn + turn),
                    center: place.center, radius: growth * place.radius, turn: place.turn)
                let found = try #require(
                    try Self.detector().followFaces(
                        in: image, orientation: .upright, hints: [hint]))
                #expect(growth != 1 || turn != 0 || found.count == 1)
                for face in found {
                    let (roll, own) = (
                        try #require(face.rollAngle), try #require(expected.rollAngle)
                    )
                    #expect(abs(roll - own) < 5, "\(growth) \(turn)")
                    let yaw = try #require(face.yawAngle)
                    #expect(abs(yaw - (try #require(expected.yawAngle))) < 8, "\(growth) \(turn)")
                }
            }
        }
    }

    @Test func noMeshIsFollowedWhereThereIsNoFace() throws {
        let image = try #require(Reference.photo("obama_official.jpg")).image(.bgr24)
        let face = try #require(try faces(image).first)
        let nothing = Images.plain(.bgr24, width: image.width, height: image.height)
        let ways = [0, 1e300, -1e300, .infinity, .nan]
        let hints = ways.map { hint(face, x: $0, y: 0) }
        #expect(
            try Self.detector().followFaces(in: nothing, orientation: .upright, hints: hints) == [])
    }

    @Test func numberOfThreadsChangesNothing() throws {
        let photo = try #require(Reference.photo("pexels_3184416.jpg"))
        let image = photo.image(.bgr24)
        let expected = try faces(image, keepsPoints: true)
        #expect(expected.count == 4)
        #expect(try faces(image, keepsPoints: true, threads: 4) == expected)
    }

    @Test func pointsAreKeptWhereTheyAreAskedFor() throws {
        let photo = try #require(Reference.photo("Grace_Hopper.jpg"))
        let face = try #require(try faces(photo.image(.bgr24), keepsPoints: true).first)
        let mesh = try #require(face.mesh)
        #expect(mesh.count == FaceMesh.pointCount)
        let (nose, landmarks) = (mesh[1], try #require(face.landmarks))
        #expect(nose.position == landmarks.nose)
        let nearest = try #require(mesh.map(\.depth).min())
        #expect(nose.depth < nearest + 0.02)
        #expect(mesh.allSatisfy { abs($0.depth) < 0.5 })
    }

    @Test(.enabled(if: HaarDetectorTests.isInstalled, "needs opencv-data"))
    func facesOfCascadesHaveAnglesToo() throws {
        let photo = try #require(Reference.photo("obama_official.jpg"))
        let detector = try HaarDetector(options: .init(threads: 1), mesh: try Self.mesh())
        let face = try #require(
            try detector.detectFaces(
                in: photo.image(.bgr24), orientation: .upright, region: nil, hints: []
            ).first)
        #expect(face.yawAngle != nil && face.pitchAngle != nil && face.landmarks != nil)
        #expect(face.openings != nil)
        // It is not followed, so that nobody may expect it.
        #expect(face.meshPlace == nil)
    }

    @Test func bytesThatAreNoMeshAreRefused() {
        for bytes in [[], Array(repeating: UInt8(7), count: 100)] as [[UInt8]] {
            let error = #expect(throws: FacecapError.self) { _ = try FaceMesh(model: bytes) }
            #expect(error?.code == .modelUnreadable)
            #expect(error?.message.contains("facecap models fetch") == true)
        }
    }
}
