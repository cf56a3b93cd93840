// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import Foundation
import Testing

@Suite struct HaarDetectorTests {
    static let isInstalled = (try? HaarDetector()) != nil

    @Test func missingCascadesNameTheRemedy() {
        let error = #expect(throws: FacecapError.self) {
            _ = try HaarDetector(folders: ["/nowhere"])
        }
        #expect(error?.code == .modelNotFound)
        #expect(error?.message.contains("install opencv-data") == true)
    }

    @Test func damagedCascadesAreRefused() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("cascades-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["frontalface_alt2", "profileface", "eye"] {
            let file = folder.appendingPathComponent("haarcascade_\(name).xml")
            try Data("<opencv_storage><cascade".utf8).write(to: file)
        }
        let error = #expect(throws: FacecapError.self) {
            _ = try HaarDetector(folders: ["/nowhere", folder.path])
        }
        #expect(error?.code == .modelUnreadable)
    }

    private static let imageFormats = PixelBuffer.Format.allCases.filter { $0 != .depth16 }

    @Test(.enabled(if: isInstalled, "needs opencv-data"))
    func imagesOfDistancesAreRefused() throws {
        let detector = try HaarDetector()
        let image = Images.plain(.depth16, width: 64, height: 48)
        let error = #expect(throws: FacecapError.self) {
            try detector.detectFaces(
                in: image, orientation: .upright, region: nil, hints: [])
        }
        #expect(error?.code == .detectorFailed)
        #expect(error?.message.contains("a depth image shows no faces") == true)
    }

    @Test(.enabled(if: isInstalled, "needs opencv-data"), arguments: imageFormats)
    func anySizeOfImageIsTaken(format: PixelBuffer.Format) throws {
        let detector = try HaarDetector(options: .init(workingSize: 64, threads: 1))
        for (width, height) in [(1, 1), (2, 2), (3, 5), (1, 999), (4001, 3), (1501, 1001)] {
            let image = Images.plain(format, width: width, height: height)
            let found = try detector.detectFaces(
                in: image, orientation: .quarterTurn, region: nil, hints: [])
            #expect(found.isEmpty)
        }
    }

    @Test(
        .enabled(
            if: isInstalled && Reference.isAvailable,
            "needs opencv-data, FACECAP_SHARED and python3-opencv"),
        arguments: imageFormats)
    func portraitIsFoundOnceWithItsRoll(format: PixelBuffer.Format) throws {
        let photo = try #require(Reference.photo("obama_official.jpg"))
        let found = try HaarDetector().detectFaces(
            in: photo.image(format), orientation: .upright, region: nil, hints: [])
        #expect(found.count == 1)
        let face = try #require(found.first)
        let truth = Rect(x: 372.4, y: 86.7, width: 234.9, height: 334.8)
        #expect(face.bounds.intersectionOverUnion(truth) > 0.5)
        #expect((0...1).contains(face.confidence))
        let roll = try #require(face.rollAngle)
        // Eye windows are coarse: a step of the cascade is worth about four degrees.
        #expect(abs(roll + 3) < 6)
        #expect(face.yawAngle == nil && face.pitchAngle == nil && face.landmarks == nil)
    }

    @Test(
        .enabled(
            if: isInstalled && Reference.isAvailable,
            "needs opencv-data, FACECAP_SHARED and python3-opencv"))
    func rollIsUnknownWhereAnEyeIsNotFound() throws {
        let photo = try #require(Reference.photo("Grace_Hopper.jpg"))
        let found = try HaarDetector().detectFaces(
            in: photo.image(.gray8), orientation: .upright, region: nil, hints: [])
        #expect(found.count == 1)
        #expect(found.first?.rollAngle == nil)
    }

    @Test(
        .enabled(
            if: isInstalled && Reference.isAvailable,
            "needs opencv-data, FACECAP_SHARED and python3-opencv"))
    func numberOfThreadsChangesNothing() throws {
        let photo = try #require(Reference.photo("pexels_3184416.jpg"))
        let results = try [1, 2, 4].map { threads in
            try HaarDetector(options: .init(threads: threads)).detectFaces(
                in: photo.image(.gray8), orientation: .upright, region: nil, hints: [])
        }
        #expect(!results[0].isEmpty)
        #expect(results[1] == results[0])
        #expect(results[2] == results[0])
    }

    @Test(
        .enabled(
            if: isInstalled && Reference.isAvailable,
            "needs opencv-data, FACECAP_SHARED and python3-opencv"))
    func smallFacesOfAPhotoAreFoundAndThenFollowed() throws {
        let photo = try #require(Reference.photo("obama_official.jpg"))
        let source = photo.image(.gray8)
        // Its face is 56 pixels high.
        let (width, height) = (1280, 720)
        let image = Images.framed(source, reducedBy: 6, width: width, height: height)
        let truth = Rect(
            x: Double((width - source.width / 6) / 2) + 372.4 / 6,
            y: Double((height - source.height / 6) / 2) + 86.7 / 6, width: 234.9 / 6,
            height: 334.8 / 6)
        let detector = try HaarDetector()
        func look(_ hints: [DetectedFace.Hint]) throws -> [DetectedFace] {
            try detector.scanFaces(
                in: image, orientation: .upright, region: nil, hints: hints)
        }
        #expect(try look([]).isEmpty)
        let found = try detector.detectFacesOfAllTurns(
            in: image, orientation: .upright, region: nil, isThorough: true
        ).faces
        #expect(found.count == 1)
        let face = try #require(found.first)
        #expect(face.bounds.intersectionOverUnion(truth) >= 0.4)
        let followed = try look([DetectedFace.Hint(bounds: face.bounds, rollAngle: nil)])
        #expect(followed.count == 1)
        #expect(try #require(followed.first).bounds.intersectionOverUnion(truth) >= 0.4)
        let elsewhere = Rect(x: 20, y: 20, width: 50, height: 60)
        #expect(try look([DetectedFace.Hint(bounds: elsewhere, rollAngle: nil)]).isEmpty)
        let broken = Rect(x: .nan, y: 20, width: .infinity, height: 60)
        #expect(try look([DetectedFace.Hint(bounds: broken, rollAngle: nil)]).isEmpty)
    }

    @Test(
        .enabled(
            if: isInstalled && Reference.isAvailable,
            "needs opencv-data, FACECAP_SHARED and python3-opencv"))
    func aFaceIsFollowedNearWhereItWasSeenAndNowhereElse() throws {
        let photo = try #require(Reference.photo("obama_official.jpg"))
        let image = photo.image(.gray8)
        func follow(_ bounds: Rect, threads: Int = 2, seen: Bool = true) throws -> [DetectedFace]? {
            let hint = DetectedFace.Hint(bounds: bounds, rollAngle: nil, wasJustSeen: seen)
            return try HaarDetector(options: .init(threads: threads)).followFaces(
                in: image, orientation: .upright, hints: [hint])
        }
        let found = try HaarDetector().scanFaces(
            in: image, orientation: .upright, region: nil, hints: [])
        let bounds = try #require(found.first).bounds
        var moved = bounds
        moved.x += bounds.width / 4
        moved.width *= 1.1
        let followed = try #require(try follow(moved))
        #expect(followed.count == 1)
        #expect(try #require(followed.first).bounds.intersectionOverUnion(bounds) > 0.75)
        #expect(try follow(moved, threads: 1) == followed)
        // It shows one face as long as the face hardly moves.
        var near = moved
        near.x += 1
        #expect(try follow(near)?.first?.bounds == followed.first?.bounds)
        #expect(try follow(moved, seen: false) == [])
        for nothing in [
            Rect(x: 20, y: 500, width: 60, height: 60), Rect(x: 1e9, y: 0, width: 50, height: 50),
            Rect(x: 0, y: 0, width: 1e300, height: 1e300), Rect(x: .nan, y: 0, width: 9, height: 9),
        ] {
            #expect(try follow(nothing) == [])
        }
    }

    @Test(arguments: [31, 1921, 0])
    func sizesOfImagesOutOfRangeAreRefused(size: Int) {
        let error = #expect(throws: FacecapError.self) {
            _ = try HaarDetector(options: .init(imageSize: size))
        }
        #expect(error?.code == .invalidArgument)
    }
}
