// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceDetectors
import FaceMovies
import FaceRecording
import FaceValues
import MediaCodecs
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

    private func run(
        _ source: SteppedImages, detector: (any FaceDetector)? = nil, _ body: () -> Void
    ) async throws {
        let device = CaptureDevice(kind: .file, uniqueID: "grey", localizedName: "grey") { _ in
            source
        }
        let session = CaptureSession()
        try await session.addInput(CaptureDeviceInput(device: device))
        if let detector {
            try await session.addOutput(CaptureMetadataOutput(detector: detector))
        }
        try await session.addOutput(movie)
        let types = await session.connections(to: movie).map(\.mediaType)
        #expect(types.filter { $0 != .metadata } == [.video, .audio])
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

    private func audio(at time: MediaTime) -> CaptureEvent {
        .audio(
            AudioSampleBuffer(
                samples: [Float](repeating: 0.1, count: 100), sampleRate: 1000, channelCount: 1,
                presentationTime: time))
    }

    /// Audio of so many tenths of a second.
    private func audio(tenths: Range<Int64>) -> [CaptureEvent] {
        tenths.map { audio(at: MediaTime(value: $0, timescale: 10)) }
    }

    /// Audio of so many tenths of a second, each with a light frame.
    private func scene(tenths: Range<Int64>) -> [CaptureEvent] {
        tenths.flatMap { number -> [CaptureEvent] in
            let time = MediaTime(value: number, timescale: 10)
            return [audio(at: time), SteppedImages.image(at: time, luma: 200)]
        }
    }

    private func audioSeconds(_ name: String) throws -> Double {
        let tracks = try MovieReader(path: folder.path + "/" + name).tracks
        let track = try #require(tracks.first { $0.kind == .audio })
        let ticks = try #require(track.mediaDuration)
        return Double(ticks) / Double(track.timescale)
    }

    @Test func aPauseLeavesOutTheAudioThoughNoFramesCome() async throws {
        let source = SteppedImages(hasAudio: true, sampleRate: 1000)
        movie.startRecording(settings("movie.mp4"))
        try await run(source) {
            source.show(scene(tenths: 0..<5) + audio(tenths: 5..<30))
            movie.pauseRecording()
            source.show(audio(tenths: 30..<80))
            movie.resumeRecording()
            source.show(audio(tenths: 80..<90) + scene(tenths: 90..<95))
        }
        #expect(movie.status.state.phase == .completed && movie.status.frameCount == 10)
        #expect(try abs(audioSeconds("movie.mp4") - 4.5) < 0.5)
    }

    /// The camera is away from 0.7 to 9 s; the pause, in tenths of a second, lies in that, begins before or ends after.
    @Test(arguments: [(30, 80, 3.3), (5, 30, 6), (30, 95, 2.3)] as [(Int64, Int64, Double)])
    func aGapIsNoLongerThanInTheMovie(
        pause: Int64, resumption: Int64, seconds: Double
    ) async throws {
        let source = SteppedImages(hasAudio: true, sampleRate: 1000)
        let settings = settings("movie.mp4")
        movie.startRecording(settings)
        try await run(source) {
            for tenth in Int64(0)..<100 {
                if tenth == pause { movie.pauseRecording() }
                if tenth == resumption { movie.resumeRecording() }
                if tenth == 8 { source.show([.interrupted(reason: "away"), .interruptionEnded]) }
                let tenths = tenth..<(tenth + 1)
                source.show(8..<90 ~= tenth ? audio(tenths: tenths) : scene(tenths: tenths))
            }
        }
        let gaps = MovieInspection(try MovieReader(path: settings.path)).gaps
        #expect(gaps.map(\.seconds) == [seconds])
    }

    @Test func audioWithoutFramesEndsARecordingThatIsAsLongAsAllowed() async throws {
        let source = SteppedImages(hasAudio: true, sampleRate: 1000)
        var limited = settings("movie.mp4")
        limited.maximumDuration = MediaTime(value: 5, timescale: 1)
        movie.startRecording(limited)
        let events = movie.events()
        try await run(source) {
            source.show(scene(tenths: 0..<40) + audio(tenths: 40..<200))
        }
        var isLimitReached = false
        for await event in events {
            if case .limitReached = event { isLimitReached = true }
        }
        #expect(isLimitReached && movie.status.state.phase == .completed)
        #expect(try abs(audioSeconds("movie.mp4") - 5) < 0.5)
    }

    /// No camera is away: a video file shows the image for so long.
    @Test func aFileOfFacesGoesOnThroughAnImageThatAVideoFileShowsForLong() async throws {
        let source = SteppedImages(hasAudio: true, sampleRate: 1000)
        var triggered = settings("movie.mp4")
        triggered.video = .encoded(VideoEncoderSettings(isRealTime: true))
        let second = MediaTime(value: 1, timescale: 1)
        triggered.trigger = .faces(preRoll: second, postRoll: second)
        movie.startRecording(triggered)
        try await run(source, detector: LightDetector()) {
            source.show(scene(tenths: 0..<30) + audio(tenths: 30..<300))
            source.show([
                SteppedImages.image(at: MediaTime(value: 30, timescale: 1), luma: 200)
            ])
        }
        #expect(folder.contents == ["movie-001.mp4"])
        #expect(try abs(audioSeconds("movie-001.mp4") - 30) < 0.5)
    }

    @Test func aFirstFrameMoreThanADayBehindTheAudioHasAWrongTime() async throws {
        let source = SteppedImages(hasAudio: true, sampleRate: 1000)
        movie.startRecording(settings("movie.mp4"))
        try await run(source) {
            let late = MediaTime(value: 2 * 86_400, timescale: 1)
            source.show([audio(at: .zero), SteppedImages.image(at: late)])
        }
        guard case .failed(let error) = movie.status.state.phase else {
            Issue.record("\(movie.status.state.phase)")
            return
        }
        #expect(error.code == .mediaDamaged)
        #expect(error.message.contains("more than 24 hours after the audio before"))
    }

    @Test func aRecordingEndsWhereTheSilenceOfALongGapReachesItsLimit() async throws {
        let source = SteppedImages(hasAudio: true, sampleRate: 1000)
        var limited = settings("movie.mp4")
        limited.maximumByteCount = 100_000
        movie.startRecording(limited)
        try await run(source) {
            let late = MediaTime(value: 4 * 3600, timescale: 1)
            source.show([
                SteppedImages.image(at: .zero), audio(at: .zero), SteppedImages.image(at: late),
            ])
        }
        #expect(movie.status.state.phase == .completed)
        #expect(movie.status.frameCount == 1)
    }

    @Test func audioThatComesBackAfterMoreThanAnHourGoesOn() async throws {
        let source = SteppedImages(hasAudio: true, sampleRate: 1000)
        movie.startRecording(settings("movie.mp4"))
        try await run(source) {
            for seconds in [0, 2000, 4000] as [Int64] {
                let time = MediaTime(value: seconds, timescale: 1)
                source.show([SteppedImages.image(at: time)])
                if seconds == 2000 { continue }
                source.show([audio(at: time)])
            }
        }
        #expect(movie.status.state.phase == .completed)
        #expect(try abs(audioSeconds("movie.mp4") - 4000) < 1)
    }
}
