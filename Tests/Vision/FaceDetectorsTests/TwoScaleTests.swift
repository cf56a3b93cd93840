// SPDX-License-Identifier: Apache-2.0
import Foundation
import CaptureSamples
import FaceValues
import TestSupport
import Testing

@testable import FaceDetectors

/// Small faces at a finer scale, large ones at a coarser one, and known ones by themselves.
@Suite struct TwoScaleTests {
    private func scales(_ options: NetworkDetector.Options, _ extent: Int) -> [Int?] {
        let scales = DetectorScales(options, extent: extent)
        return [scales.coarse, scales.fine]
    }

    @Test func noImageIsLargerThanWhatItShows() {
        var numbers = SeededNumbers.fresh()
        for _ in 0..<1000 {
            var options = NetworkDetector.Options()
            options.smallestFace =
                Bool.random(using: &numbers) ? nil : .random(in: 1...4096, using: &numbers)
            let extent = Int.random(in: 1...9000, using: &numbers)
            let scales = DetectorScales(options, extent: extent)
            #expect(1...extent ~= scales.coarse && scales.coarse <= 320)
            guard let fine = scales.fine else { continue }
            #expect(scales.coarse < fine && fine <= min(extent, 1920))
        }
    }

    @Test func theSmallestFaceDecidesTheFinerScale() {
        #expect(scales(.init(), 1920) == [320, 704])
        #expect(scales(.init(), 400) == [320, nil])
        #expect(scales(.init(), 200) == [200, nil])
        #expect(scales(.init(smallestFace: 24), 1920) == [320, 1280])
        #expect(scales(.init(smallestFace: 24), 640) == [320, 427])
        #expect(scales(.init(smallestFace: 100), 1920) == [308, nil])
        #expect(scales(.init(smallestFace: 4000), 1920) == [160, nil])
        #expect(scales(.init(smallestFace: .max), 1920) == [160, nil])
    }

    @Test func anInputSizeIsTheOnlyScaleWhateverTheImage() {
        for extent in [10, 320, 4000] {
            #expect(scales(.init(inputSize: 300, smallestFace: 12), extent) == [320, nil])
        }
    }

    @Suite(.enabled(if: Reference.isAvailable, "needs FACECAP_SHARED and python3-opencv"))
    struct WithModel {
        private func detector(_ options: NetworkDetector.Options) throws -> NetworkDetector {
            try NetworkDetector(.yunet, modelPath: Reference.modelPath, options: options)
        }

        private func found(
            _ image: PixelBuffer, region: Rect? = nil, _ options: NetworkDetector.Options
        ) throws -> [DetectedFace] {
            try detector(options).detectFaces(
                in: image, orientation: .upright, region: region, hints: [])
        }

        /// A portrait on a gray image of 1920x1080, so small that its face is `height` pixels high, and
        /// where the face is then.
        private func small(height: Double) throws -> (image: PixelBuffer, face: Rect) {
            let photo = try #require(Reference.photo("biden_official.jpg"))
            let face = try #require(try found(photo.image(.bgr24), .init(inputSize: 320)).first)
            let scale = height / face.bounds.height
            let (width, rows) = (
                Int(Double(photo.width) * scale), Int(Double(photo.height) * scale)
            )
            var bytes = [UInt8](repeating: 128, count: 3 * 1920 * 1080)
            let step = max(1, Int(1 / scale))
            for y in 0..<rows {
                for x in 0..<width {
                    for channel in 0..<3 {
                        var (sum, count) = (0, 0)
                        for row in Int(Double(y) / scale)..<Int(Double(y) / scale) + step {
                            for column in Int(Double(x) / scale)..<Int(Double(x) / scale) + step
                            where row < photo.height && column < photo.width {
                                sum += Int(photo.bgr[3 * (row * photo.width + column) + channel])
                                count += 1
                            }
                        }
                        bytes[3 * ((400 + y) * 1920 + 900 + x) + channel] = UInt8(
                            sum / max(1, count))
                    }
                }
            }
            let box = face.bounds.scaled(x: scale, y: scale)
            return (
                Images.make(.bgr24, width: 1920, height: 1080, bytes: bytes),
                Rect(x: 900 + box.x, y: 400 + box.y, width: box.width, height: box.height)
            )
        }

        @Test func aFaceThatOneScaleMissesIsFoundAtTwo() throws {
            let (image, face) = try small(height: 40)
            #expect(try found(image, .init(inputSize: 320)).isEmpty)
            let both = try found(image, .init())
            #expect(both.count == 1)
            #expect(try #require(both.first).bounds.intersectionOverUnion(face) > 0.5)
        }

        @Test func aSmallFaceStaysFoundWhereItWasJustSeenAndNowhereElse() throws {
            let (image, face) = try small(height: 40)
            let detector = try detector(.init())
            func scan(_ hints: [DetectedFace.Hint]) throws -> [DetectedFace] {
                try detector.scanFaces(
                    in: image, orientation: .upright, region: nil, hints: hints)
            }
            #expect(try scan([]).isEmpty)
            let moved = Rect(x: face.x + 6, y: face.y - 5, width: face.width, height: face.height)
            let again = try scan([DetectedFace.Hint(bounds: moved, rollAngle: nil)])
            #expect(again.count == 1)
            #expect(try #require(again.first).bounds.intersectionOverUnion(face) > 0.5)
            #expect(
                try scan([DetectedFace.Hint(bounds: moved, rollAngle: 0, wasJustSeen: false)])
                    .isEmpty)
        }

        /// What fills the frame is too large for the finer scale.
        @Test(arguments: ["obama_official.jpg", "biden_official.jpg", "Grace_Hopper.jpg"])
        func aFaceThatFillsTheFrameIsFound(name: String) throws {
            let image = try #require(Reference.photo(name)).image(.bgr24)
            let face = try #require(try found(image, .init(inputSize: 320)).first).bounds
            for options in [
                NetworkDetector.Options(), .init(smallestFace: 12), .init(smallestFace: 500),
            ] {
                let faces = try found(image, region: face, options)
                #expect(faces.contains { $0.bounds.intersectionOverUnion(face) > 0.5 })
            }
        }

        /// Faces that are followed lie where a scan finds them, turned or not.
        @Test(arguments: [VideoOrientation.upright, .quarterTurn])
        func followedFacesLieWhereAScanFindsThem(orientation: VideoOrientation) throws {
            let photo = try #require(Reference.photo("pexels_3184416.jpg"))
            let image =
                orientation == .upright
                ? photo.image(.bgr24)
                : Images.make(
                    .bgr24, width: photo.height, height: photo.width,
                    bytes: Images.turnedBack(photo.bgr, width: photo.width, height: photo.height))
            let detector = try detector(.init())
            let scanned = try detector.detectFaces(
                in: image, orientation: orientation, region: nil, hints: [])
            try #require(scanned.count > 2)
            let hints = scanned.map { face in
                let step = face.bounds.width / 8
                return DetectedFace.Hint(
                    bounds: Rect(
                        x: face.bounds.x + step, y: face.bounds.y - step, width: face.bounds.width,
                        height: face.bounds.height), rollAngle: face.rollAngle)
            }
            let followed = try #require(
                try detector.followFaces(in: image, orientation: orientation, hints: hints))
            #expect(followed.count == scanned.count)
            #expect(scanned.contains { $0.rollAngle != nil })
            for face in scanned {
                let again = followed.first { $0.bounds.intersectionOverUnion(face.bounds) > 0.6 }
                #expect(again != nil)
                // Of a face that is turned far the roll is not told.
                guard let expected = face.rollAngle, let roll = again?.rollAngle else { continue }
                // Of a profile the roll is sometimes wrong, and another one each time.
                let tilt = Angle.difference(from: -Double(orientation.degrees), to: expected)
                guard abs(tilt) < 45 else { continue }
                // Both looks are as exact as they say.
                let sigma = try hypot(#require(face.rollSigma), #require(again?.rollSigma))
                #expect(abs(Angle.difference(from: roll, to: expected)) < 1.96 * sigma)
            }
        }

        @Test func followingIsTheSameOnAnyNumberOfThreads() throws {
            let image = try #require(Reference.photo("pexels_3184416.jpg")).image(.i420)
            let hints = try found(image, .init()).map {
                DetectedFace.Hint(bounds: $0.bounds, rollAngle: $0.rollAngle)
            }
            let one = try detector(.init(threads: 1)).followFaces(
                in: image, orientation: .upright, hints: hints)
            #expect(one?.isEmpty == false)
            for threads in [2, 3, 8] {
                let more = try detector(.init(threads: threads)).followFaces(
                    in: image, orientation: .upright, hints: hints)
                #expect(more == one)
            }
        }

        @Test func whereNoFaceIsNoneIsFollowed() throws {
            let nothing = Images.plain(.i420, width: 320, height: 240)
            let hints = (0..<100).map {
                DetectedFace.Hint(
                    bounds: Rect(x: 3 * Double($0), y: 40, width: 60, height: 80), rollAngle: nil)
            }
            let detector = try detector(.init())
            #expect(
                try detector.followFaces(in: nothing, orientation: .upright, hints: hints) == [])
        }

        @Test func senselessPlacesAreNotFollowed() throws {
            let nothing = Images.plain(.i420, width: 320, height: 240)
            let detector = try detector(.init())
            for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0] {
                let boxes = [
                    Rect(x: value, y: 0, width: 10, height: 10),
                    Rect(x: 10, y: 10, width: value, height: 10),
                    Rect(x: 10, y: 10, width: value, height: value),
                ]
                for roll in [value, 0] {
                    let hints = boxes.map { DetectedFace.Hint(bounds: $0, rollAngle: roll) }
                    #expect(
                        try detector.followFaces(
                            in: nothing, orientation: .halfTurn, hints: hints) == [])
                }
            }
        }
    }
}
