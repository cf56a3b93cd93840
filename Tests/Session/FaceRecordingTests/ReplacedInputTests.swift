// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceRecording
import FaceRedaction
import FaceValues
import TestSupport
import Testing

/// Recordings whose input goes away before another one takes its place.
@Suite(.usualTimeLimit) struct ReplacedInputTests {
    private let folder: TemporaryFolder
    private let session = CaptureSession()
    private let faces = CaptureMetadataOutput(detector: BlindDetector())
    private let movie = CaptureMovieFileOutput()
    private let first = SteppedImages()
    private let second = SteppedImages()

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/movie.mp4" }

    private func input(_ name: String, _ source: SteppedImages) -> CaptureDeviceInput {
        CaptureDeviceInput(
            device: CaptureDevice(kind: .file, uniqueID: name, localizedName: name) { _ in source })
    }

    /// Begins a recording of three frames, whose input then goes away.
    private func recordAndRemove(_ settings: CaptureMovieFileOutput.Settings) async throws {
        movie.startRecording(settings)
        let input = input("first", first)
        try await session.addInput(input)
        for output in [movie, faces] as [any CaptureOutput] { try await session.addOutput(output) }
        try await session.startRunning()
        first.show(3)
        try await session.removeInput(input)
    }

    private func recordFourMore() async throws {
        try await session.addInput(input("second", second))
        // Its times go on where those of the first one ended.
        second.skip(3)
        second.show(4)
        await session.stopRunning()
    }

    enum Look: CaseIterable {
        case plain
        case drawn
        case covered
    }

    @Test(arguments: Look.allCases)
    func aRecordingGoesOnWithTheFacesOfALaterInput(look: Look) async throws {
        var settings = CaptureMovieFileOutput.Settings(path: path)
        settings.drawsFaces = look == .drawn
        settings.redaction = look == .covered ? RedactionSettings(method: .blur) : nil
        try await recordAndRemove(settings)
        #expect(movie.status.state.isActive)
        try await recordFourMore()
        #expect(movie.status.state.phase == .completed)
        #expect(movie.status.frameCount == 7)
        #expect(try RecordedFaces.frameNumbers(in: path) == Array(0..<7))
    }

    @Test func aRecordingEndsWhereNoOtherInputComes() async throws {
        try await recordAndRemove(CaptureMovieFileOutput.Settings(path: path))
        await session.stopRunning()
        #expect(movie.status.state.phase == .completed)
        #expect(try RecordedFaces.frameNumbers(in: path) == [0, 1, 2])
    }

    /// Whose ids begin again.
    @Test func aRecordingDoesNotGoOnWithTheFacesThatAnotherOutputFinds() async throws {
        try await recordAndRemove(CaptureMovieFileOutput.Settings(path: path))
        try await session.removeOutput(faces)
        try await session.addOutput(CaptureMetadataOutput(detector: BlindDetector()))
        try await recordFourMore()
        guard case .failed(let error) = movie.status.state.phase else {
            Issue.record("It is \(movie.status.state.phase).")
            return
        }
        #expect(error.code == .invalidState && error.message.contains("metadata output"))
        #expect(try RecordedFaces.frameNumbers(in: path) == [0, 1, 2])
    }
}
