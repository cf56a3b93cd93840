// SPDX-License-Identifier: Apache-2.0
import FaceCapture
import FacePhotos
import FaceValues
import Testing
import TestSupport

/// Photos that nobody can make, and those that nobody waits for.
@Suite(.usualTimeLimit) struct PhotoWithoutFacesTests {
    private func session(of source: NumberedSource, _ output: CapturePhotoOutput) async throws
        -> CaptureSession
    {
        let session = CaptureSession()
        let device = CaptureDevice(kind: .file, uniqueID: "n", localizedName: "Numbers") {
            _ throws(FacecapError) in source
        }
        try await session.addInput(CaptureDeviceInput(device: device))
        try await session.addOutput(output)
        return session
    }

    @Test func photosHaveNoFacesOnceNobodyLooksForThemAnyMore() async throws {
        let (faces, output) = (
            CaptureMetadataOutput(detector: NumberDetector()), CapturePhotoOutput()
        )
        let session = try await session(of: NumberedSource(3, isLive: true), output)
        try await session.addOutput(faces)
        try await session.startRunning()
        #expect(try await output.capturePhoto(with: CapturePhotoSettings()).faces.count == 1)
        try await session.removeOutput(faces)
        #expect(try await output.capturePhoto(with: CapturePhotoSettings()).faces.isEmpty)
        await session.stopRunning()
    }

    @Test func photosHaveFacesOnceSomebodyLooksForThem() async throws {
        let output = CapturePhotoOutput()
        let session = try await session(of: NumberedSource(3, isLive: true), output)
        try await session.startRunning()
        #expect(try await output.capturePhoto(with: CapturePhotoSettings()).faces.isEmpty)
        try await session.addOutput(CaptureMetadataOutput(detector: NumberDetector()))
        #expect(try await output.capturePhoto(with: CapturePhotoSettings()).faces.count == 1)
        await session.stopRunning()
    }

    @Test func aTaskThatIsCancelledDoesNotWaitForItsPhoto() async throws {
        let output = CapturePhotoOutput()
        let waiting = Task { try await output.capturePhoto(with: CapturePhotoSettings()) }
        waiting.cancel()
        await #expect(throws: FacecapError.self) { _ = try await waiting.value }
    }

    @Test func whoAsksAnOutputThatDoesNotRunIsToldSo() async throws {
        let output = CapturePhotoOutput()
        let session = try await session(of: NumberedSource(3), output)
        func refusal() async -> FacecapError? {
            await #expect(throws: FacecapError.self) {
                _ = try await output.capturePhoto(with: CapturePhotoSettings())
            }
        }
        #expect(await refusal()?.code == .invalidState)
        let notifications = session.notifications()
        try await session.startRunning()
        for await case .didStopRunning in notifications { break }
        #expect(await refusal()?.code == .invalidState)
    }

    @Test func facesGoOnWhereAPhotoOutputIsTakenOutAndItIsReleased() async throws {
        let faces = CaptureMetadataOutput(detector: NumberDetector())
        faces.alwaysDiscardsLateVideoFrames = false
        var output: CapturePhotoOutput? = CapturePhotoOutput()
        weak var released: CapturePhotoOutput?
        released = output
        let session = try await session(
            of: NumberedSource(3, isLive: true), try #require(output))
        try await session.addOutput(faces)
        try await session.startRunning()
        let photo = try await output?.capturePhoto(with: CapturePhotoSettings())
        try await session.removeOutput(try #require(output))
        output = nil
        #expect(released == nil)
        let last = photo?.observation.frame.number ?? .max
        for await observation in faces.observations() where observation.frame.number > last + 5 {
            break
        }
        await session.stopRunning()
        #expect(faces.ledger.analysed == faces.ledger.captured)
    }
}
