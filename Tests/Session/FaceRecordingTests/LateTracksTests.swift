// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceRecording
import FaceValues
import MovieReading
import TestSupport
import Testing

/// Recordings of a session that gets a microphone, and somebody who looks for faces, while it runs.
@Suite(.usualTimeLimit) struct LateTracksTests {
    private let folder: TemporaryFolder
    private let session = CaptureSession()
    private let movie = CaptureMovieFileOutput()
    private let frames = SteppedImages()
    private let sound = SteppedImages(hasAudio: true)

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { "\(folder.path)/\(name).mp4" }

    private func input(_ source: SteppedImages, _ mediaType: MediaType) -> CaptureDeviceInput {
        CaptureDeviceInput(
            device: CaptureDevice(
                kind: .file, uniqueID: "\(mediaType)", localizedName: "\(mediaType)",
                mediaTypes: [mediaType]
            ) { _ in source })
    }

    @Test func aRecordingHasTheTracksOfWhatIsThereWhenItBegins() async throws {
        try await session.addInput(input(frames, .video))
        try await session.addOutput(movie)
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path("first")))
        try await session.startRunning()
        frames.show(2)
        try await session.addInput(input(sound, .audio))
        try await session.addOutput(CaptureMetadataOutput(detector: BlindDetector()))
        frames.show(1)
        movie.stopRecording()
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path("second")))
        for number in 3..<6 {
            sound.show([
                .audio(
                    AudioSampleBuffer(
                        samples: [Float](repeating: 0.1, count: 4800), sampleRate: 48_000,
                        channelCount: 1,
                        presentationTime: MediaTime(value: Int64(number), timescale: 10)))
            ])
            frames.show(1)
        }
        await session.stopRunning()
        let tracks = try ["first", "second"].map { try MovieReader(path: path($0)).tracks }
        #expect(tracks.map { $0.contains { $0.kind == .audio } } == [false, true])
        #expect(throws: FacecapError.self) { try RecordedFaces.frameNumbers(in: path("first")) }
        #expect(try RecordedFaces.frameNumbers(in: path("second")) == [3, 4, 5])
    }
}
