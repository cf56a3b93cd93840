// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
@testable import FaceDetectors
import FaceValues
import Glibc
import Testing

@Suite(.enabled(if: Reference.isAvailable, "needs FACECAP_SHARED and python3-opencv"))
struct YuNetDetectorTests {
    private func detector(threads: Int = 1) throws -> NetworkDetector {
        try NetworkDetector(
            .yunet, modelPath: Reference.modelPath, options: .init(threads: threads))
    }

    private func faces(
        _ image: PixelBuffer, orientation: VideoOrientation = .upright, region: Rect? = nil,
        hints: [DetectedFace.Hint] = [], threads: Int = 1
    ) throws -> [DetectedFace] {
        try detector(threads: threads).detectFaces(
            in: image, orientation: orientation, region: region, hints: hints)
    }

    @Test func frontalPortraitIsNearlyUpright() throws {
        let photo = try #require(Reference.photo("obama_official.jpg"))
        let face = try #require(try faces(photo.image(.bgr24)).first)
        let (roll, yaw, pitch) = (face.rollAngle, face.yawAngle, face.pitchAngle)
        #expect(abs(try #require(roll)) < 8)
        #expect(abs(try #require(yaw)) < 12)
        #expect(abs(try #require(pitch)) < 15)
    }

    @Test func noseToTheLeftIsPositiveYaw() throws {
        let photo = try #require(Reference.photo("kodim04.png"))
        let face = try #require(try faces(photo.image(.bgr24)).first)
        #expect(try #require(face.yawAngle) < -10)
        #expect(try #require(face.rollAngle) > 8)
    }

    @Test(arguments: ["Grace_Hopper.jpg", "astronaut.png", "kodim04.png", "obama_official.jpg"])
    func whatIsToldDoesNotDependOnTheRollOfBefore(name: String) throws {
        let image = try #require(Reference.photo(name)).image(.bgr24)
        let expected = try faces(image)
        let box = try #require(expected.first?.bounds)
        for roll in stride(from: -180.0, to: 180, by: 15) {
            let hint = DetectedFace.Hint(bounds: box, rollAngle: roll)
            #expect(try faces(image, hints: [hint]) == expected, "\(roll)")
        }
    }

    /// Without color the network sees another frame, so its boxes agree less.
    @Test(arguments: [
        (PixelBuffer.Format.nv12, 0.98), (.yuyv, 0.98), (.uyvy, 0.98), (.bgr24, 0.95),
        (.bgra, 0.95), (.gray8, 0.85),
    ])
    func everyFormatShowsTheSameFaces(format: PixelBuffer.Format, minimumOverlap: Double) throws {
        let photo = try #require(Reference.photo("biden_official.jpg"))
        let expected = try #require(try faces(photo.image(.i420)).first)
        let found = try faces(photo.image(format))
        #expect(found.count == 1)
        let face = try #require(found.first)
        #expect(face.bounds.intersectionOverUnion(expected.bounds) > minimumOverlap)
        let roll = try #require(face.rollAngle)
        let expectedRoll = try #require(expected.rollAngle)
        #expect(abs(roll - expectedRoll) < 5)
    }

    @Test func imagesStoredOnTheirSideAreTurnedUpright() throws {
        let photo = try #require(Reference.photo("obama_official.jpg"))
        let upright = try #require(try faces(photo.image(.bgr24)).first)
        let turned = Images.make(
            .bgr24, width: photo.height, height: photo.width,
            bytes: Images.turnedBack(photo.bgr, width: photo.width, height: photo.height))
        let face = try #require(try faces(turned, orientation: .quarterTurn).first)
        // A quarter counterclockwise: right edge to the top.
        let expected = Rect(
            x: upright.bounds.y, y: Double(photo.width) - upright.bounds.maxX,
            width: upright.bounds.height, height: upright.bounds.width)
        #expect(face.bounds.intersectionOverUnion(expected) > 0.95)
        let roll = try #require(face.rollAngle)
        let uprightRoll = try #require(upright.rollAngle)
        #expect(abs(roll + 90 - uprightRoll) < 4)
        let eye = try #require(face.landmarks).leftEye
        let uprightEye = try #require(upright.landmarks).leftEye
        #expect(abs(eye.x - uprightEye.y) < 8)
        #expect(abs(eye.y - (Double(photo.width) - uprightEye.x)) < 8)
    }

    @Test func facesOutsideOfTheRegionAreNotLookedFor() throws {
        let photo = try #require(Reference.photo("pexels_3184416.jpg"))
        let image = photo.image(.i420)
        let region = Rect(x: 781, y: 51, width: 220, height: 250)
        let found = try faces(image, region: region)
        #expect(found.count == 1)
        let expected = Rect(x: 835.6, y: 101.7, width: 106.7, height: 142.7)
        #expect(try #require(found.first).bounds.intersectionOverUnion(expected) > 0.7)
        #expect(try faces(image, region: Rect(x: -50, y: 0, width: 20, height: 20)).isEmpty)
    }

    /// The four faces of the photograph, together and alone.
    @Test func whoElseIsSeenChangesNothingOfAFace() throws {
        let image = try #require(Reference.photo("pexels_3184416.jpg")).image(.i420)
        let network = try detector(threads: 2).network
        let pairs = try detector().detectRawFaces(in: image).map {
            FaceCrops(box: $0.bounds, turn: 0, scale: 1.3).crops
        }
        try #require(pairs.count > 1)
        let together = try network.lookAgain(at: pairs.flatMap { $0 }, of: image)
        #expect(together.contains { $0 != nil })
        #expect(try pairs.flatMap { try network.lookAgain(at: $0, of: image) } == together)
    }

    /// One face and four, which are looked at by one thread each.
    @Test(arguments: ["astronaut.png", "pexels_3184416.jpg"])
    func numberOfThreadsChangesNothing(name: String) throws {
        let photo = try #require(Reference.photo(name))
        let one = try faces(photo.image(.i420), threads: 1)
        #expect(!one.isEmpty)
        for threads in [2, 3, 4, 7] {
            #expect(try faces(photo.image(.i420), threads: threads) == one, "\(threads)")
        }
    }

    @Test func hintsAloneAreNoFaces() throws {
        let hint = DetectedFace.Hint(
            bounds: Rect(x: 20, y: 20, width: 80, height: 80), rollAngle: 10)
        let nothing = Images.plain(.i420, width: 320, height: 240)
        #expect(try faces(nothing, hints: [hint]).isEmpty)
    }

    /// Networks find faces that stand near to upright.
    @Test(arguments: [45.0, 130]) func aTiltedFaceIsFoundWhereItWasSeen(turn: Double) throws {
        let photo = try #require(Reference.photo("biden_official.jpg"))
        let face = try #require(try faces(photo.image(.bgr24)).first)
        let image = Images.turned(
            photo.bgr, width: photo.width, height: photo.height, about: face.bounds.center,
            byDegrees: turn, reducedBy: 7, side: 320)
        try #require(try faces(image).isEmpty)

        let (width, height) = (face.bounds.width / 7, face.bounds.height / 7)
        let bounds = Rect(x: 160 - width / 2, y: 160 - height / 2, width: width, height: height)
        let roll = Angle.normalized(try #require(face.rollAngle) + turn)
        var byPoints = DetectedFace.Hint(bounds: bounds, rollAngle: nil)
        let (cosine, sine) = (cos(turn * .pi / 180) / 7, sin(turn * .pi / 180) / 7)
        byPoints.landmarks = face.landmarks?.map { point in
            let (x, y) = (point.x - face.bounds.center.x, point.y - face.bounds.center.y)
            return Point(x: 160 + cosine * x - sine * y, y: 160 + sine * x + cosine * y)
        }
        let before = DetectedFace.Hint(bounds: bounds, rollAngle: roll, wasJustSeen: false)
        for hint in [DetectedFace.Hint(bounds: bounds, rollAngle: roll), byPoints, before] {
            let found = try #require(try faces(image, hints: [hint]).first)
            #expect(found.confidence > 0.85, "\(hint)")
            let told = try #require(found.rollAngle)
            #expect(abs(Angle.difference(from: told, to: roll)) < 8, "\(told) for \(roll)")
        }
    }

    @Test func senselessHintsDoNoHarm() throws {
        let photo = try #require(Reference.photo("obama_official.jpg"))
        let box = try #require(try faces(photo.image(.i420)).first).bounds
        let hints = [Double.nan, .infinity, 1e300].map {
            DetectedFace.Hint(bounds: box, rollAngle: $0)
        }
        for hint in hints {
            #expect(try faces(photo.image(.i420), hints: [hint]).count == 1)
        }
    }

    @Test(arguments: PixelBuffer.Format.allCases.filter { $0 != .depth16 })
    func anySizeOfImageIsTaken(format: PixelBuffer.Format) throws {
        let detector = try detector()
        for (width, height) in [(1, 1), (2, 2), (3, 5), (1, 999), (4001, 3), (3001, 2001)] {
            let image = Images.plain(format, width: width, height: height)
            for orientation in VideoOrientation.allCases {
                let found = try detector.detectFaces(
                    in: image, orientation: orientation, region: nil, hints: [])
                #expect(found.isEmpty, "\(width) x \(height)")
            }
        }
    }
}
