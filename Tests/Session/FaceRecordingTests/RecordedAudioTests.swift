// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceRecording
import FaceValues
import MovieReading
import TestSupport
import Testing

/// What a recording reads of the audio of its source.
@Suite(.usualTimeLimit) struct RecordedAudioTests {
    private let folder: TemporaryFolder
    private let source = SteppedImages(hasAudio: true)
    private let movie = CaptureMovieFileOutput()

    init() throws { folder = try TemporaryFolder() }

    private func settings(_ name: String) -> CaptureMovieFileOutput.Settings {
        CaptureMovieFileOutput.Settings(path: folder.path + "/" + name)
    }

    private func run(_ source: SteppedImages, _ body: () -> Void) async throws {
        let device = CaptureDevice(kind: .file, uniqueID: "grey", localizedName: "grey") { _ in
            source
        }
        let session = CaptureSession()
        try await session.addInput(CaptureDeviceInput(device: device))
        try await session.addOutput(movie)
        #expect(await session.connections(to: movie).map(\.mediaType) == [.video, .audio])
        try await session.startRunning()
        body()
        await session.stopRunning()
    }

    @Test func audioIsReadOnlyForARecordingThatHasIt() async throws {
        try await run(source) {
            source.show(1)
            #expect(source.taken == [[.video]])
            var silent = settings("silent.mp4")
            silent.audio = .none
            movie.startRecording(silent)
            // More frames than may wait for the thread that hears of the request.
            source.show(8)
            #expect(source.taken == [[.video]])
            movie.stopRecording()
            movie.startRecording(settings("loud.mp4"))
            source.show(1)
            #expect(source.taken == [[.video], [.video, .audio]])
            movie.stopRecording()
            movie.startRecording(silent)
            source.show(8)
            #expect(source.taken == [[.video], [.video, .audio], [.video]])
        }
    }

    @Test func aRequestThatIsRefusedTakesNoAudioFromTheRecording() async throws {
        movie.startRecording(settings("loud.mp4"))
        try await run(source) {
            var silent = settings("silent.mp4")
            silent.audio = .none
            movie.startRecording(silent)
            source.show(8)
            #expect(source.taken == [[.video, .audio]])
        }
        #expect(folder.contents == ["loud.mp4"])
    }

    @Test func audioThatComesBackAfterMoreThanAnHourGoesOn() async throws {
        let source = SteppedImages(hasAudio: true, sampleRate: 1000)
        movie.startRecording(settings("movie.mp4"))
        try await run(source) {
            for seconds in [0, 2000, 4000] as [Int64] {
                let time = MediaTime(value: seconds, timescale: 1)
                source.show([SteppedImages.image(at: time)])
                if seconds == 2000 { continue }
                source.show([
                    .audio(
                        AudioSampleBuffer(
                            samples: [Float](repeating: 0.1, count: 100), sampleRate: 1000,
                            channelCount: 1, presentationTime: time))
                ])
            }
        }
        #expect(movie.status.state.phase == .completed)
        let tracks = try MovieReader(path: folder.path + "/movie.mp4").tracks
        let audio = try #require(tracks.first { $0.kind == .audio })
        let ticks = try #require(audio.mediaDuration)
        #expect(abs(Double(ticks) / Double(audio.timescale) - 4000) < 1)
    }
}
