// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MediaCodecs
import Testing

@testable import FacePhotos

@Suite struct PhotoRequestTests {
    private func observation(_ tenths: Int64, qualities: [Double] = []) -> FaceObservation {
        FaceObservation(
            frame: FrameID(Int(tenths)), presentationTime: MediaTime(value: tenths, timescale: 10),
            captureNanoseconds: 0, outcome: .analysed,
            faces: qualities.enumerated().map { index, quality in
                MetadataFaceObject(
                    faceID: index + 1, bounds: .unit, confidence: 1, captureQuality: quality)
            })
    }

    private func decisions(
        _ settings: CapturePhotoSettings, _ observations: [FaceObservation]
    ) -> [PhotoRequest.Decision] {
        var request = PhotoRequest(settings)
        return observations.map { request.consider($0) }
    }

    @Test func aBurstTakesEveryFrame() {
        var settings = CapturePhotoSettings()
        settings.count = 3
        var request = PhotoRequest(settings)
        for tenth in 0..<3 as Range<Int64> {
            #expect(!request.isComplete)
            #expect(request.consider(observation(tenth)) == .take)
        }
        #expect(request.isComplete && request.count == 3)
    }

    @Test func aTimeLapseKeepsItsPace() {
        var settings = CapturePhotoSettings()
        settings.count = nil
        settings.interval = MediaTime(value: 1, timescale: 4)
        // Every 2.5 tenths: due at 0, 2.5, 5, 7.5, 10.
        let taken = decisions(settings, (0...10).map { observation($0) })
        #expect(
            taken.enumerated().filter { $0.element == .take }.map(\.offset) == [0, 3, 5, 8, 10])
    }

    @Test func theDelayCountsFromTheFirstFrameAndNotBetweenPhotos() {
        var settings = CapturePhotoSettings()
        settings.count = nil
        settings.delay = MediaTime(value: 1, timescale: 2)
        settings.interval = MediaTime(value: 1, timescale: 5)
        let taken = decisions(settings, (10...20).map { observation($0) })
        #expect(taken.enumerated().filter { $0.element == .take }.map(\.offset) == [5, 7, 9])
    }

    @Test func aTimeLapseDoesNotCatchUpWhatWasMissed() {
        var settings = CapturePhotoSettings()
        settings.count = nil
        settings.interval = MediaTime(value: 1, timescale: 10)
        let taken = decisions(settings, [0, 1, 50, 51, 52].map { observation($0) })
        #expect(taken == [.take, .take, .take, .take, .take])
        let close = decisions(settings, [0, 50].map { observation($0) } + [observation(50)])
        #expect(close == [.take, .take, .pass])
    }

    @Test func framesWithoutAnObservedFaceAreWaitedOut() {
        var settings = CapturePhotoSettings()
        settings.waitsForFaces = true
        var held = observation(1, qualities: [1])
        held.faces[0].state = .held
        let taken = decisions(
            settings, [observation(0), held, observation(2, qualities: [0.1])])
        #expect(taken == [.pass, .pass, .take])
    }

    @Test func theBestFrameOfTheWindowIsTaken() {
        var settings = CapturePhotoSettings()
        settings.moment = .best(within: MediaTime(value: 3, timescale: 10))
        let taken = decisions(
            settings,
            [
                observation(0), observation(1, qualities: [0.4]),
                observation(2, qualities: [0.3, 0.3]), observation(3, qualities: [0.9]),
            ])
        #expect(taken == [.keep, .keep, .keep, .takeKept])
        let worse = decisions(
            settings,
            [
                observation(0, qualities: [0.8]), observation(1, qualities: [0.4]),
                observation(2, qualities: [0.8]), observation(4),
            ])
        #expect(worse == [.keep, .pass, .pass, .takeKept])
    }

    @Test func theWindowBeginsWithTheFaceThatIsWaitedFor() {
        var settings = CapturePhotoSettings()
        settings.waitsForFaces = true
        settings.moment = .best(within: MediaTime(value: 2, timescale: 10))
        let taken = decisions(
            settings,
            [
                observation(0), observation(5, qualities: [0.1]), observation(6, qualities: [0.2]),
                observation(7, qualities: [0.9]),
            ])
        #expect(taken == [.pass, .keep, .keep, .takeKept])
    }

    @Test func atTheEndTheBestSoFarIsTaken() {
        var settings = CapturePhotoSettings()
        settings.moment = .best(within: MediaTime(value: 20, timescale: 1))
        var request = PhotoRequest(settings)
        #expect(request.finish() == .pass)
        #expect(request.consider(observation(0)) == .keep)
        #expect(request.finish() == .takeKept)
        #expect(request.isComplete)
    }

    @Test func severalPhotosAreNumbered() {
        var settings = CapturePhotoSettings(path: "/a.b/photo.jpg")
        #expect(settings.path(ofPhoto: 1) == "/a.b/photo.jpg")
        settings.count = nil
        #expect(settings.path(ofPhoto: 7) == "/a.b/photo-007.jpg")
        #expect(settings.path(ofPhoto: 1234) == "/a.b/photo-1234.jpg")
        #expect(CapturePhotoSettings().path(ofPhoto: 1) == nil)
    }

    @Test func theEndingOfThePathSaysHowPhotosAreEncoded() {
        let codecs: [(String?, ImageCodec)] = [
            ("a/me.jpg", .jpeg(quality: 0.9)), ("ME.PNG", .png), ("me.heic", .heic(quality: 0.9)),
            (nil, .jpeg(quality: 0.9)),
        ]
        for (path, codec) in codecs { #expect(CapturePhotoSettings(path: path).codec == codec) }
    }

    @Test func timesAndLengthsOfAnySizeHaveASum() {
        var settings = CapturePhotoSettings()
        settings.count = nil
        settings.interval = MediaTime(value: .max, timescale: 1)
        let observations = [Int64.min, 0, .max].map { value in
            FaceObservation(
                frame: FrameID(0), presentationTime: MediaTime(value: value, timescale: 1),
                captureNanoseconds: 0, outcome: .analysed)
        }
        #expect(decisions(settings, observations) == [.take, .take, .take])
    }

    @Test func regionsHaveWholeDegreesFromZeroTo359() {
        func angle(_ degrees: Double?) -> Int? {
            CapturePhoto.FaceRegion(
                MetadataFaceObject(faceID: 1, bounds: .unit, rollAngle: degrees, confidence: 1)
            ).rollAngle
        }
        let angles = [0, 14.4, -0.4, -0.6, 180, -179.6, 359.7].map(angle)
        #expect(angles == [0, 14, 0, 359, 180, 180, 0])
        #expect(angle(nil) == nil)
        #expect(angle(.nan) == 0)
    }
}
