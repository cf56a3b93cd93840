// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import TestSupport
import Testing

@testable import FaceDetectors

/// What a first look takes for a face, and a look from nearby does not.
@Suite(
    .enabled(
        if: Reference.isAvailable && FaceMesh.isFast, "needs FACECAP_SHARED and python3-opencv"))
struct DoubtfulFaceTests {
    /// Four people. Upside down the first look sees a fifth face, which is larger than any.
    private func people() throws -> PixelBuffer {
        let photo = try #require(Reference.photo("pexels_3184416.jpg"))
        return Images.framed(
            photo.image(.gray8), reducedBy: 3, width: photo.width / 3, height: photo.height / 3)
    }

    private let largestFace = 65.0

    private func yunet() throws -> NetworkDetector { try FaceMeshTests.detector(inputSize: 704) }

    private func fifthFace() throws -> Rect {
        let found = try yunet().detectRawFaces(in: people(), orientation: .halfTurn)
        return try #require(found.first { $0.bounds.longerSide > largestFace }).bounds
    }

    @Test func whatIsNoFaceFromNearbyIsLeftOut() throws {
        _ = try fifthFace()
        let found = try yunet().detectFaces(
            in: people(), orientation: .halfTurn, region: nil, hints: [])
        #expect(found.allSatisfy { $0.bounds.longerSide < largestFace })
    }

    @Test func whoWasSeenBeforeIsNotDoubted() throws {
        let box = try fifthFace()
        let found = try yunet().detectFaces(
            in: people(), orientation: .halfTurn, region: nil,
            hints: [DetectedFace.Hint(bounds: box, rollAngle: nil)])
        #expect(found.contains { $0.bounds == box })
    }

    /// Thousands of places are scored lower than 0.05.
    @Test func noScoreIsSoLowThatEverythingIsLookedAtFromNearby() throws {
        let image = try #require(Reference.photo("kodim14.png")).image(.bgr24)
        func faces(_ score: Double) throws -> [DetectedFace] {
            try NetworkDetector(
                .yunet, modelPath: Reference.modelPath, options: .init(scoreThreshold: score)
            ).detectFaces(in: image, orientation: .upright, region: nil, hints: [])
        }
        let found = try faces(0)
        #expect(try found == faces(0.05))
        #expect(found.contains { $0.confidence < 0.3 })
    }

    /// The middles of the heads of nine people in a raft.
    private let heads = [
        (120, 119), (163, 186), (272, 159), (273, 219), (386, 172), (447, 250), (526, 233),
        (570, 277), (582, 303),
    ].map { Point(x: $0.0, y: $0.1) }

    @Test func lifeVestsAreNoFaces() throws {
        let image = try #require(Reference.photo("kodim14.png")).image(.bgr24)
        let detector = try NetworkDetector(
            .centerface, modelPath: SharedMedia.path("models/centerface.onnx"))
        let found = try detector.detectFaces(
            in: image, orientation: .upright, region: nil, hints: [])
        #expect(found.count == heads.count)
        for face in found {
            let center = face.bounds.center
            #expect(heads.contains { hypot($0.x - center.x, $0.y - center.y) < 15 }, "\(center)")
        }
    }

    /// Its points lie too far askew in the box of a cascade to tell its angles.
    @Test(.enabled(if: HaarDetectorTests.isInstalled, "needs opencv-data"))
    func aFaceThatTheMeshSeesAndDoesNotFitIsOne() throws {
        let image = try #require(Reference.photo("Grace_Hopper.jpg")).image(.bgr24)
        let found = try HaarDetector(mesh: FaceMeshTests.mesh()).examine(
            image, orientation: .upright, region: nil)
        #expect(found.count == 1)
        #expect(found.first?.yawAngle == nil)
    }

    @Test(.enabled(if: HaarDetectorTests.isInstalled, "needs opencv-data"))
    func whatTheFrontalCascadeSeesAndTheMeshDoesNotIsNoFace() throws {
        let photo = try #require(Reference.photo("pexels_936119.jpg"))
        let turned = Images.make(
            .bgr24, width: photo.height, height: photo.width,
            bytes: Images.turnedBack(photo.bgr, width: photo.width, height: photo.height))
        func count(_ mesh: FaceMesh?) throws -> Int {
            try HaarDetector(mesh: mesh).examine(
                turned, orientation: .upright,
                region: Rect(x: 400, y: 400, width: 400, height: 400)
            ).count
        }
        // Its mouth, which is turned by 90 degrees.
        #expect(try count(nil) == 1)
        #expect(try count(FaceMeshTests.mesh()) == 0)
    }
}
