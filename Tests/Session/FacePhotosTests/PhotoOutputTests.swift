// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceDetectors
import FacePhotos
import FaceTracking
import FaceValues
import MediaCodecs
import MediaInput
import TestSupport
import Testing

@Suite struct PhotoOutputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A session that takes photos of a source to its end.
    private func take(
        _ settings: CapturePhotoSettings, of source: NumberedSource,
        detector: NumberDetector? = NumberDetector(), kind: CaptureDevice.Kind = .file,
        configure: (CaptureConnection) -> Void = { _ in }
    ) async throws -> PhotoRecorder {
        let photos = try await PhotoSession(of: source, detector: detector, kind: kind)
        configure(try #require(await photos.session.connection(to: photos.output)))
        return try await photos.take(settings)
    }

    /// The luma of a photo in the middle.
    private func brightness(_ photo: CapturePhoto) throws -> Int {
        let path = try folder.write(photo.fileData, to: "decoded.png")
        let source = try MediaFileSource(path)
        guard case .video(let sample)? = try source.nextEvent() else { return -1 }
        let image = sample.pixelBuffer
        let plane = image.planes[0]
        let offset = image.height / 2 * plane.bytesPerRow
        return Int((plane.baseAddress + offset).load(as: UInt8.self))
    }

    private func settings(count: Int? = 1) -> CapturePhotoSettings {
        var settings = CapturePhotoSettings()
        settings.codec = .png
        settings.count = count
        return settings
    }

    @Test func everyPhotoHasTheFacesOfItsOwnFrame() async throws {
        let recorder = try await take(settings(count: nil), of: NumberedSource(40))
        #expect(recorder.photos.count == 40)
        #expect(recorder.photos.map(\.number) == Array(1...40))
        for (number, photo) in recorder.photos.enumerated() {
            #expect(try brightness(photo) == number)
            #expect(photo.observation.frame.number == number)
            let face = try #require(photo.faces.first)
            #expect(abs(face.bounds.x - Double(number) / 100) < 1e-9)
            #expect(face.bounds == photo.metadata.regions.first?.bounds)
        }
        #expect(recorder.endCount == 1 && recorder.error == nil)
    }

    @Test func whoAsksAfterTheSessionIsToldThatThereIsNoPhoto() async throws {
        let photos = try await PhotoSession(of: NumberedSource(3), detector: NumberDetector())
        #expect(try await photos.take(settings()).photos.count == 1)
        let late = PhotoRecorder()
        photos.output.capturePhoto(with: settings(), delegate: late)
        #expect(late.endCount == 0)
        photos.output.endCallsWithoutSession()
        #expect(late.endCount == 1 && late.error?.code == .invalidState && late.photos.isEmpty)
    }

    @Test func liveTheFramesThatWereSkippedAreNoPhotos() async throws {
        let photos = try await PhotoSession(
            of: NumberedSource(70, isLive: true), detector: NumberDetector(), kind: .camera)
        let recorder = PhotoRecorder()
        photos.output.capturePhoto(with: settings(count: nil), delegate: recorder)
        try await photos.session.startRunning()
        let one = try await photos.output.capturePhoto(with: settings())
        await photos.session.stopRunning()
        #expect(one.metadata.cameraName == "Numbers")
        #expect(one.metadata.captureUTCNanoseconds != nil)
        #expect(!recorder.photos.isEmpty)
        for photo in recorder.photos {
            #expect(photo.observation.outcome == .analysed)
            let number = photo.observation.frame.number % 70
            #expect(try brightness(photo) == number)
            #expect(abs((photo.faces.first?.bounds.x ?? 0) - Double(number) / 100) < 1e-9)
        }
        #expect(recorder.endCount == 1)
    }

    @Test func theFaceThatIsWaitedForIsInThePhoto() async throws {
        var settings = settings()
        settings.waitsForFaces = true
        let recorder = try await take(
            settings, of: NumberedSource(30), detector: NumberDetector(facesIn: 12..<30))
        #expect(recorder.photos.map(\.observation.frame.number) == [12])
    }

    @Test func whoNeverComesIsNotPhotographedAndThatIsSaid() async throws {
        var settings = settings()
        settings.waitsForFaces = true
        let recorder = try await take(
            settings, of: NumberedSource(5), detector: NumberDetector(facesIn: 0..<0))
        #expect(recorder.photos.isEmpty && recorder.endCount == 1)
        #expect(recorder.error?.code == .invalidState)
    }

    @Test func thePhotoStandsUprightAndItsFacesWithIt() async throws {
        let recorder = try await take(
            settings(), of: NumberedSource(1, orientation: .quarterTurn)
        ) { $0.isVideoMirrored = true }
        let photo = try #require(recorder.photos.first)
        #expect(photo.width == 60 && photo.height == 100)
        let face = try #require(photo.faces.first)
        // Stored 0...0.2 from the left and 1/6...2/3 from the top; turned, then mirrored.
        #expect(abs(face.bounds.x - 1.0 / 6) < 1e-9 && abs(face.bounds.width - 0.5) < 1e-9)
        #expect(abs(face.bounds.y) < 1e-9 && abs(face.bounds.height - 0.2) < 1e-9)
        #expect(face.rollAngle == -120)
        let path = try folder.write(photo.fileData, to: "turned.png")
        let format = try MediaFileSource(path).videoFormat
        #expect(format?.width == 60 && format?.height == 100)
    }

    @Test func withoutAMetadataOutputPhotosHaveNoFaces() async throws {
        let recorder = try await take(settings(count: 2), of: NumberedSource(3), detector: nil)
        #expect(recorder.photos.map(\.observation.frame.number) == [0, 1])
        #expect(recorder.photos.allSatisfy { $0.faces.isEmpty })
    }

    /// From a file no frame is lost however many lie between two that are analysed.
    @Test func ofFramesThatAreSeldomAnalysedEachBecomesAPhoto() async throws {
        let photos = try await PhotoSession(
            of: NumberedSource(60), detector: NumberDetector(), analysisInterval: 20)
        let recorder = try await photos.take(settings(count: nil))
        #expect(recorder.photos.map(\.observation.frame.number) == [0, 20, 40])
    }

    @Test func aPhotoThatCannotBeWrittenEndsItsCall() async throws {
        var settings = settings(count: 3)
        settings.path = "/none/photo.png"
        let recorder = try await take(settings, of: NumberedSource(20))
        #expect(recorder.photos.isEmpty && recorder.endCount == 1)
        #expect(recorder.error?.code == .outputFailed)
    }

    @Test(arguments: [5, -1, 1.001, .nan, .infinity, -.infinity])
    func aQualityThatIsNoneIsRefusedByEveryCodec(quality: Double) async throws {
        for (codec, name) in [
            (ImageCodec.heic(quality: quality), "photo.heic"),
            (.jpeg(quality: quality), "photo.jpg"),
        ] {
            for path in [folder.path + "/" + name, nil] {
                var settings = CapturePhotoSettings(path: path)
                settings.codec = codec
                let wrong = settings
                let error = #expect(throws: FacecapError.self) { try wrong.checkPath() }
                #expect(error?.code == .invalidArgument)
                let recorder = try await take(wrong, of: NumberedSource(3))
                #expect(recorder.photos.isEmpty && recorder.error?.code == .invalidArgument)
            }
        }
        #expect(folder.contents.isEmpty)
    }

    @Test(arguments: ["photo.png", "photo.gif", "photo"])
    func aNameThatSaysAnotherFormatThanTheCodecIsRefused(name: String) async throws {
        var settings = settings()
        settings.codec = .jpeg(quality: 0.9)
        settings.path = folder.path + "/" + name
        let contradiction = settings
        let error = #expect(throws: FacecapError.self) { try contradiction.checkPath() }
        #expect(error?.code == .invalidArgument)
        let recorder = try await take(contradiction, of: NumberedSource(3))
        #expect(recorder.photos.isEmpty && recorder.error == error)
        #expect(folder.contents.isEmpty)
    }

    @Test(.enabled(if: PhotoReader.hasExifTool, "needs exiftool"))
    func aPhotoInHEICHasItsFaces() async throws {
        var settings = settings()
        settings.codec = .heic(quality: 0.8)
        let recorder = try await take(settings, of: NumberedSource(3))
        let photo = try #require(recorder.photos.first)
        let path = try folder.write(photo.fileData, to: "photo.heic")
        let values = try await PhotoReader.exifTool(path)
        #expect(values["FileType"] as? String == "HEIC" && values["ImageWidth"] as? Int == 100)
        let regions = PhotoReader.regions(values)
        #expect(regions.count == 1 && photo.faces.count == 1)
        let bounds = try PhotoReader.bounds(try #require(regions.first))
        #expect(abs(bounds[2] - photo.faces[0].bounds.width) < 1e-6)
    }

    @Test func photosAreWrittenUnderTheirNumbers() async throws {
        var settings = settings(count: 2)
        settings.path = folder.path + "/photo.png"
        let recorder = try await take(settings, of: NumberedSource(5))
        #expect(folder.contents == ["photo-001.png", "photo-002.png"])
        #expect(recorder.photos.map(\.path) == [1, 2].map { settings.path(ofPhoto: $0) })
    }

    @Test func laterPhotosOfASeriesPassByNamesThatAreTaken() async throws {
        var settings = settings(count: 3)
        settings.path = folder.path + "/photo.png"
        try folder.write([1], to: "photo-002.png")
        let recorder = try await take(settings, of: NumberedSource(5))
        #expect(recorder.error == nil)
        #expect(recorder.photos.map(\.path) == [1, 3, 4].map { settings.path(ofPhoto: $0) })
        #expect(folder.contents == [1, 2, 3, 4].map { "photo-00\($0).png" })
    }

    @Test func ofAVideoNeitherTimeNorCameraIsKnown() async throws {
        let recorder = try await take(settings(), of: NumberedSource(1))
        let metadata = try #require(recorder.photos.first?.metadata)
        #expect(metadata.captureUTCNanoseconds == nil && metadata.cameraName == nil)
    }

    @Test func theFrameThatWasKeptIsThePhotoAlthoughOthersCameSince() async throws {
        var settings = settings()
        settings.waitsForFaces = true
        settings.moment = .best(within: MediaTime(value: 2, timescale: 1))
        // All are equally good.
        let recorder = try await take(
            settings, of: NumberedSource(60), detector: NumberDetector(facesIn: 5..<60))
        let photo = try #require(recorder.photos.first)
        #expect(recorder.photos.count == 1)
        #expect(photo.observation.frame.number == 5)
        #expect(try brightness(photo) == 5)
    }
}
