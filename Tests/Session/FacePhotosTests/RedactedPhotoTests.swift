// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceOverlay
import FacePhotos
import FaceRedaction
import FaceValues
import MediaCodecs
import MediaInput
import TestSupport
import Testing

@Suite struct RedactedPhotoTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Photos of a source, in which a white box covers faces.
    private func take(
        _ settings: CapturePhotoSettings, of source: NumberedSource, detector: NumberDetector?
    ) async throws -> PhotoRecorder {
        try await session(of: source, detector: detector).take(settings)
    }

    private func session(
        of source: NumberedSource, detector: NumberDetector?
    ) async throws -> PhotoSession {
        try await PhotoSession(
            of: source, detector: detector, redaction: RedactionSettings(method: .box(.white)))
    }

    private func settings(count: Int? = 1) -> CapturePhotoSettings {
        var settings = CapturePhotoSettings()
        settings.codec = .png
        settings.count = count
        return settings
    }

    /// The luma of a photo: in a row, of each column.
    private func row(_ y: Int, of photo: CapturePhoto) throws -> [UInt8] {
        let source = try MediaFileSource(folder.write(photo.fileData, to: "decoded.png"))
        guard case .video(let sample)? = try source.nextEvent() else { return [] }
        let image = sample.pixelBuffer
        let bytesPerPixel = image.format == .bgr24 ? 3 : 1
        let plane = image.planes[0]
        return (0..<image.width).map {
            (plane.baseAddress + y * plane.bytesPerRow + $0 * bytesPerPixel).load(as: UInt8.self)
        }
    }

    @Test func aRedactionThatWouldLeaveFacesUncoveredTakesNoPhotos() async throws {
        var redaction = RedactionSettings(method: .blur)
        redaction.margin = .nan
        let photos = try await PhotoSession(
            of: NumberedSource(3), detector: NumberDetector(), redaction: redaction)
        let error = await #expect(throws: FacecapError.self) {
            try await photos.session.startRunning()
        }
        #expect(error?.code == .invalidArgument && error?.message.contains("margin") == true)
    }

    @Test func aPhotoTellsOfItsFacesAndShowsNone() async throws {
        let recorder = try await take(
            settings(count: nil), of: NumberedSource(40), detector: NumberDetector())
        #expect(recorder.photos.count == 40 && recorder.error == nil)
        for (number, photo) in recorder.photos.enumerated() {
            let face = try #require(photo.faces.first)
            #expect(abs(face.bounds.x * 100 - Double(number)) < 0.01)
            let luma = try row(25, of: photo)
            #expect(luma[number..<(number + 20)].allSatisfy { $0 > 250 }, "photo \(number)")
            #expect(abs(Int(luma[85]) - number) <= 2, "photo \(number)")
        }
    }

    @Test func aFaceIsCoveredBeforeItWasFound() async throws {
        // It is found from frame 8 on; the photo is of frame 3, half a second before.
        var settings = settings()
        settings.delay = MediaTime(value: 3, timescale: 10)
        let recorder = try await take(
            settings, of: NumberedSource(40), detector: NumberDetector(facesIn: 8..<40))
        let photo = try #require(recorder.photos.first)
        #expect(photo.faces.isEmpty)
        #expect(try row(25, of: photo)[3..<23].allSatisfy { $0 > 250 })
    }

    @Test func theBestOfALongWhileIsCoveredAsWhatWasFoundAroundItSays() async throws {
        // Its only face is in the first frame, and the others of five seconds are no better.
        var settings = settings()
        settings.moment = .best(within: MediaTime(value: 5, timescale: 1))
        let recorder = try await take(
            settings, of: NumberedSource(80), detector: NumberDetector(facesIn: 0..<1))
        let photo = try #require(recorder.photos.first)
        let luma = try row(25, of: photo)
        #expect(photo.faces.count == 1)
        #expect(luma[0..<20].allSatisfy { $0 > 250 })
        #expect(luma[85] <= 2)
    }

    @Test func whereNobodyLooksForFacesTheWholeImageIsCovered() async throws {
        let recorder = try await take(settings(count: 3), of: NumberedSource(30), detector: nil)
        #expect(recorder.photos.count == 3)
        for photo in recorder.photos {
            #expect(try row(5, of: photo).allSatisfy { $0 > 250 })
        }
    }

    @Test func ofALiveSourcePhotosComeWhileItRuns() async throws {
        let photos = try await session(
            of: NumberedSource(40, isLive: true), detector: NumberDetector())
        try await photos.session.startRunning()
        let photo = try await photos.output.capturePhoto(with: settings())
        let left = Int((photo.faces[0].bounds.x * 100).rounded())
        #expect(try row(25, of: photo)[left..<(left + 20)].allSatisfy { $0 > 250 })
        await photos.session.stopRunning()
    }
}
