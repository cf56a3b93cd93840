// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import MediaCodecs
import MediaInput
import TestSupport
import Testing

@testable import FacePhotos

/// Photos for which the camera is changed: brackets, and those with a flash.
@Suite struct ExposedPhotoTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Shoot {
        let session = CaptureSession()
        let output = CapturePhotoOutput()
        let recorder = PhotoRecorder()

        init(_ camera: ExposedCamera) async throws {
            let device = CaptureDevice(
                kind: .camera, uniqueID: "exposed", localizedName: "Exposed", controls: camera
            ) { _ throws(FacecapError) in camera }
            try await session.addInput(CaptureDeviceInput(device: device))
            try await session.addOutput(output)
        }
    }

    /// Takes photos until all are there, or the call has ended.
    private func take(
        _ camera: ExposedCamera, _ change: (inout CapturePhotoSettings) -> Void
    ) async throws -> PhotoRecorder {
        var settings = CapturePhotoSettings()
        settings.codec = .png
        change(&settings)
        let shoot = try await Shoot(camera)
        shoot.output.capturePhoto(with: settings, delegate: shoot.recorder)
        try await shoot.session.startRunning()
        await shoot.recorder.waitForEnd()
        await shoot.session.stopRunning()
        #expect(shoot.recorder.endCount == 1)
        return shoot.recorder
    }

    @Test func howPhotosThatAreWithdrawnWereExposedIsForgotten() throws {
        let source = ExposedCamera()
        let device = CaptureDevice(
            kind: .camera, uniqueID: "exposed", localizedName: "Exposed", controls: source
        ) { _ throws(FacecapError) in source }
        let camera = PhotoCamera()
        for callID in 1...2 {
            try camera.note(
                CameraWork(
                    callID: callID, settings: CapturePhotoSettings(), device: device,
                    kind: .note(photo: 1)), photo: 1)
        }
        camera.forgetExposures(ofCallID: 1)
        #expect(camera.exposure(of: 1, photo: 1) == nil)
        #expect(camera.exposure(of: 2, photo: 1) != nil)
    }

    /// The luma of a photo in the middle.
    private func luma(_ photo: CapturePhoto) throws -> Int {
        let path = try folder.write(photo.fileData, to: "decoded.png")
        guard case .video(let sample)? = try MediaFileSource(path).nextEvent() else { return -1 }
        let plane = sample.pixelBuffer.planes[0]
        return Int((plane.baseAddress + 24 * plane.bytesPerRow).load(as: UInt8.self))
    }

    private func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1000).rounded()) }

    private func bracket(_ biases: Double...) -> CapturePhotoSettings.Bracket {
        CapturePhotoSettings.Bracket(exposureTargetBiases: biases)
    }

    // MARK: Brackets

    @Test(arguments: [0, 2, 5], [false, true])
    func eachPhotoOfABracketIsAFrameThatWasExposedSo(latency: Int, isLive: Bool) async throws {
        let camera = ExposedCamera(.init(latency: latency, isLive: isLive))
        let recorder = try await take(camera) { $0.bracket = bracket(-1, 0, 1) }
        #expect(recorder.error == nil)
        #expect(recorder.photos.map(\.number) == [1, 2, 3])
        #expect(try recorder.photos.map(luma) == [40, 80, 160])
        #expect(recorder.photos.map(\.metadata.exposure?.targetBias) == [-1, 0, 1])
        #expect(recorder.photos.allSatisfy { $0.metadata.exposure?.isBracketed == true })
    }

    @Test(arguments: [0, 5], [false, true])
    func eachPhotoOfABracketOfTimesIsAFrameThatWasExposedSoLong(
        latency: Int, isLive: Bool
    ) async throws {
        let camera = ExposedCamera(.init(latency: latency, isLive: isLive))
        let recorder = try await take(camera) {
            $0.bracket = CapturePhotoSettings.Bracket(exposureDurations: [0.01, 0.02, 0.04])
        }
        #expect(recorder.error == nil)
        #expect(try recorder.photos.map(luma) == [40, 80, 160])
        let exposures = recorder.photos.map(\.metadata.exposure)
        #expect(exposures.map { $0?.duration.map(milliseconds) } == [10, 20, 40])
        #expect(exposures.allSatisfy { $0?.isBracketed == true && $0?.targetBias == nil })
        // By itself again, and with the gain that was set by hand, which the mode would have changed.
        #expect(camera.duration == nil && !camera.hasAutomaticGain)
    }

    @Test func aTimeThatWasSetByHandIsBack() async throws {
        let camera = ExposedCamera(.init(firstDuration: 0.03))
        let recorder = try await take(camera) {
            $0.bracket = CapturePhotoSettings.Bracket(exposureDurations: [0.01, 0.05])
        }
        #expect(recorder.photos.count == 2)
        #expect(camera.durations.map(milliseconds) == [10, 50, 30])
    }

    @Test func aTimeThatIsNoneOfTheCamerasIsSaidBeforeAnythingChanges() async throws {
        for (script, biases, durations, code) in [
            (
                ExposedCamera.Script(hasDuration: false), [], [0.01],
                FacecapError.Code.formatUnsupported
            ),
            (ExposedCamera.Script(), [], [0.01, 2], .invalidArgument),
            (ExposedCamera.Script(), [], [.nan], .invalidArgument),
            (ExposedCamera.Script(), [1.0], [0.01], .invalidArgument),
        ] {
            let camera = ExposedCamera(script)
            let recorder = try await take(camera) {
                $0.bracket = CapturePhotoSettings.Bracket(exposureDurations: durations)
                $0.bracket?.exposureTargetBiases = biases
            }
            #expect(recorder.error?.code == code, "\(durations)")
            #expect(recorder.photos.isEmpty && camera.durations.isEmpty && camera.biases.isEmpty)
        }
    }

    @Test func aSinglePhotoTakesTheFirstOfABracket() async throws {
        // The frames go on, however late the photo is asked for.
        let shoot = try await Shoot(ExposedCamera(.init(frameMicroseconds: 5000, frameCount: .max)))
        try await shoot.session.startRunning()
        var settings = CapturePhotoSettings()
        settings.codec = .png
        settings.bracket = CapturePhotoSettings.Bracket(exposureDurations: [0.04, 0.01])
        let photo = try await shoot.output.capturePhoto(with: settings)
        #expect(try luma(photo) == 160 && photo.metadata.exposure?.duration == 0.04)
        await shoot.session.stopRunning()
    }

    @Test func theCameraHasTheBiasOfBeforeAgain() async throws {
        let camera = ExposedCamera(.init(firstBias: 0.5))
        let recorder = try await take(camera) { $0.bracket = bracket(-2, 1) }
        #expect(recorder.photos.count == 2)
        #expect(camera.biases == [-2, 1, 0.5])
    }

    /// In the dark nothing can be seen of a change.
    @Test func inTheDarkABracketIsTakenToo() async throws {
        let camera = ExposedCamera(.init(light: 0))
        let recorder = try await take(camera) { $0.bracket = bracket(-1, 1) }
        #expect(recorder.photos.map(\.metadata.exposure?.targetBias) == [-1, 1])
    }

    @Test func aBiasThatTheDriverRefusesEndsTheBracketAndPutsTheFirstOneBack() async throws {
        let camera = ExposedCamera(.init(refused: 1, firstBias: 0.5))
        let recorder = try await take(camera) { $0.bracket = bracket(-1, 0, 1) }
        #expect(recorder.error?.code == .systemFailed)
        #expect(camera.bias == 0.5 && camera.biases == [-1, 0, 0.5])
    }

    @Test func aSessionThatStopsWithinABracketPutsTheFirstBiasBack() async throws {
        let camera = ExposedCamera(.init(isLive: true, firstBias: 0.5, standsStillOnceBiased: true))
        let shoot = try await Shoot(camera)
        var settings = CapturePhotoSettings()
        settings.bracket = CapturePhotoSettings.Bracket(
            exposureTargetBiases: (0..<16).map { $0 % 2 == 0 ? -2 : 1 })
        shoot.output.capturePhoto(with: settings, delegate: shoot.recorder)
        try await shoot.session.startRunning()
        try await OwnThread.run { camera.waitForBias() }
        await shoot.session.stopRunning()
        #expect(shoot.recorder.error?.code == .invalidState)
        #expect(camera.biases.first == -2 && camera.biases.last == 0.5)
    }

    @Test func aBiasThatIsNoneOfTheCamerasIsSaidBeforeAnythingChanges() async throws {
        for (script, biases, code) in [
            (ExposedCamera.Script(hasBias: false), [1.0], FacecapError.Code.formatUnsupported),
            (ExposedCamera.Script(), [0, 3], .invalidArgument),
            (ExposedCamera.Script(), [], .invalidArgument),
        ] {
            let camera = ExposedCamera(script)
            let recorder = try await take(camera) {
                $0.bracket = CapturePhotoSettings.Bracket(exposureTargetBiases: biases)
            }
            #expect(recorder.error?.code == code, "\(biases)")
            #expect(recorder.photos.isEmpty && camera.biases.isEmpty)
        }
    }

    // MARK: Flash

    @Test(arguments: [false, true])
    func aPhotoWithFlashIsAFrameInItsLight(isLive: Bool) async throws {
        let camera = ExposedCamera(.init(isLive: isLive))
        let recorder = try await take(camera) {
            $0.flashMode = .on
            $0.count = 3
        }
        #expect(try recorder.photos.map(luma) == [140, 140, 140])
        #expect(recorder.photos.map(\.metadata.exposure?.didFlash) == [true, true, true])
        #expect(camera.flashCount == 3 && !camera.isFlashing)
    }

    @Test(arguments: [(1.0, false), (0.2, true)])
    func theLampDecidesByTheBrightnessOfTheFrameBefore(light: Double, flashes: Bool) async throws {
        let camera = ExposedCamera(.init(light: light))
        let recorder = try await take(camera) { $0.flashMode = .auto }
        #expect(recorder.photos.map(\.metadata.exposure?.didFlash) == [flashes])
        #expect(camera.flashCount == (flashes ? 1 : 0) && !camera.isFlashing)
        #expect(try recorder.photos.map(luma) == [flashes ? 76 : 80])
    }

    @Test func aLampThatDidNotShineIsToldOf() async throws {
        let camera = ExposedCamera(.init(deniesFlash: true))
        let recorder = try await take(camera) { $0.flashMode = .on }
        #expect(recorder.photos.map(\.metadata.exposure?.didFlash) == [false])
    }

    @Test func aFlashThatABusyCameraDoesNotEndIsEndedAfterwards() async throws {
        let camera = ExposedCamera(.init(isBusyAtFirstEnd: true))
        let recorder = try await take(camera) { $0.flashMode = .on }
        #expect(recorder.error?.code == .deviceBusy)
        #expect(camera.flashCount == 1 && !camera.isFlashing)
    }

    @Test func withoutALampThereIsNoFlash() async throws {
        let camera = ExposedCamera(.init(hasFlash: false))
        let recorder = try await take(camera) { $0.flashMode = .on }
        #expect(recorder.error?.code == .formatUnsupported)
        let plain = try await take(ExposedCamera(.init(hasFlash: false))) { _ in }
        #expect(plain.photos.map(\.metadata.exposure?.didFlash) == [nil])
    }

    /// A frame that was kept was taken before the camera could be changed for it.
    @Test func theBestFrameIsRefusedWithAFlashAndWithABracket() async throws {
        let choices: [(CapturePhotoSettings.FlashMode, CapturePhotoSettings.Bracket?)] = [
            (.on, nil), (.off, bracket(-1, 1)),
        ]
        for (flash, steps) in choices {
            let camera = ExposedCamera()
            let recorder = try await take(camera) {
                $0.moment = .best(within: MediaTime(value: 1, timescale: 100))
                $0.flashMode = flash
                $0.bracket = steps
            }
            #expect(recorder.error?.code == .invalidArgument)
            #expect(recorder.photos.isEmpty && camera.flashCount == 0 && camera.biases.isEmpty)
        }
    }

    // MARK: What is known

    /// What an automatic mode rules and the driver does not ask for is no more than what was set last.
    @Test func onlyWhatTheCameraWorksWithIsToldOf() async throws {
        let recorder = try await take(ExposedCamera()) { _ in }
        let exposure = try #require(recorder.photos.first?.metadata.exposure)
        #expect(exposure.duration == 0.02 && exposure.targetBias == 0)
        #expect(exposure.iso == nil)
    }
}
