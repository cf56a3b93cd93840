// SPDX-License-Identifier: Apache-2.0
import FaceCapture
import FaceRecording
import FaceValues
import FoundationEssentials
import TestSupport
import Testing

/// Two recordings at once into the same file, which each may replace.
@Suite(.usualTimeLimit) struct RivalRecordingsTests {
    @Test func theSecondMovieIsRefusedAndTheFirstIsWhole() async throws {
        let folder = try TemporaryFolder()
        let (session, source) = (CaptureSession(), SteppedImages())
        var settings = CaptureMovieFileOutput.Settings(path: folder.path + "/movie.mp4")
        settings.overwritesExistingFiles = true
        let (first, second) = (CaptureMovieFileOutput(), CaptureMovieFileOutput())
        try await session.addInput(
            CaptureDeviceInput(
                device: CaptureDevice(kind: .file, uniqueID: "gray", localizedName: "gray") { _ in
                    source
                }))
        let faces = CaptureMetadataOutput(detector: BlindDetector())
        for output in [first, faces] as [any CaptureOutput] { try await session.addOutput(output) }
        first.startRecording(settings)
        try await session.startRunning()
        source.show(30)
        while !FileManager.default.fileExists(atPath: settings.path), !Task.isCancelled {
            await Task.yield()
        }
        second.startRecording(settings)
        try await session.addOutput(second)
        source.show(20)
        try await session.removeOutput(second)
        guard case .failed(let error) = second.status.state.phase else {
            Issue.record("It is \(second.status.state.phase).")
            return
        }
        #expect(error.code == .outputFailed)
        #expect(error.message.contains("is being written by a program"))
        await session.stopRunning()
        #expect(first.status.state.phase == .completed)
        #expect(try RecordedFaces.observations(in: settings.path).count == 50)
    }
}
