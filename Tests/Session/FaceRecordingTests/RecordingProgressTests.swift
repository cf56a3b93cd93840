// SPDX-License-Identifier: Apache-2.0
import FaceCapture
import FaceMovies
import FaceRecording
import FaceValues
import FoundationEssentials
import MediaCodecs
import MovieReading
import TestSupport
import Testing

/// How far a recording gets, and what it tells of that.
@Suite(.usualTimeLimit) struct RecordingProgressTests {
    private let stage: SteppedRecording
    private var folder: TemporaryFolder { stage.folder }
    private var source: SteppedImages { stage.source }
    private var movie: CaptureMovieFileOutput { stage.movie }

    init() throws { stage = try SteppedRecording() }

    private var progress: [CaptureMovieFileOutput.Status] {
        stage.events.compactMap { if case .progress(let status) = $0 { status } else { nil } }
    }
    private var isLimitReached: Bool {
        stage.events.contains { if case .limitReached = $0 { true } else { false } }
    }

    private func settings(_ name: String, seconds: Int64?) -> CaptureMovieFileOutput.Settings {
        var settings = CaptureMovieFileOutput.Settings(path: folder.path + "/" + name)
        settings.maximumDuration = seconds.map { MediaTime(value: $0, timescale: 1) }
        return settings
    }

    @Test func itEndsBeforeItIsTooLong() async throws {
        try await stage.record(settings("movie.mp4", seconds: 2)) { source.show(40) }
        #expect(movie.status.frameCount == 20)
        #expect(abs(movie.status.duration.seconds - 2) < 1e-3)
        #expect(isLimitReached && stage.events.last == .completed)
    }

    @Test func itEndsInTimeThoughASplitWasRefused() async throws {
        try folder.write([1], to: "movie-002.mp4")
        try await stage.record(settings("movie.mp4", seconds: 12)) {
            source.show(10)
            movie.splitRecording()
            source.show(150)
        }
        #expect(movie.status.frameCount == 120 && isLimitReached)
        #expect(abs(movie.status.duration.seconds - 12) < 1e-3)
    }

    @Test func filesOfOneFrameCountTheirTimeToo() async throws {
        var settings = settings("movie.mp4", seconds: 2)
        settings.split = .duration(MediaTime(value: 1, timescale: 20))
        try await stage.record(settings) { source.show(40) }
        #expect(movie.status.frameCount == 20)
        #expect(folder.contents.count == 20)
        #expect(isLimitReached)
    }

    @Test func aFileBeginsBeforeALimitIsReached() async throws {
        try await stage.record(settings("movie.mp4", seconds: 1)) { source.show(20) }
        let told = stage.events.compactMap { event in
            switch event {
            case .fileStarted: "started"
            case .limitReached: "limit"
            case .fileFinished: "finished"
            case .completed: "completed"
            default: nil
            }
        }
        #expect(told == ["started", "limit", "finished", "completed"])
        #expect(movie.status.frameCount == 10)
    }

    @Test(.enabled(if: SmallFileSystem.isAvailable))
    func aFullDiskLeavesWhatIsToldOfIt() async throws {
        let disk = try SmallFileSystem(kilobytes: 512)
        var settings = CaptureMovieFileOutput.Settings(path: disk.path("movie.mp4"))
        settings.movieFragmentInterval = MediaTime(value: 1, timescale: 5)
        let images = SteppedImages.noise(count: 60)
        try await stage.record(settings) { source.show(images) }
        let failures = stage.events.compactMap { event in
            if case .failed(let error) = event { error.code } else { nil }
        }
        #expect(failures == [.storageFull])
        let told = stage.events.compactMap { event in
            if case .fileFinished(_, let duration, let bytes) = event {
                (duration, bytes)
            } else {
                nil
            }
        }
        let (duration, bytes) = try #require(told.first)
        #expect(told.count == 1)
        let file = try MovieReader(path: settings.path)
        #expect(duration.seconds == MovieInspection(file).seconds)
        #expect(bytes == Int64(try Data(contentsOf: URL(filePath: settings.path)).count))
        #expect(movie.status.duration == duration && movie.status.byteCount == bytes)
        let count = try RecordedFrames.keys(in: settings.path).count
        #expect(movie.status.frameCount == count && count > 0)
    }

    @Test func aPauseTakesNothingOfItsLength() async throws {
        try await stage.record(settings("movie.mp4", seconds: 2)) {
            source.show(10)
            movie.pauseRecording()
            source.show(30)
            movie.resumeRecording()
            source.show(30)
        }
        #expect(movie.status.frameCount == 20 && isLimitReached)
    }

    @Test func allFilesTogetherHaveThatLengthAndDeletedOnesGiveItBack() async throws {
        try await stage.record(settings("movie.mp4", seconds: 3)) {
            source.show(10)
            movie.splitRecording()
            source.show(10)
            movie.pauseRecording()
            source.show(1)
            movie.deleteLastFile()
            movie.resumeRecording()
            source.show(40)
        }
        // The frame before a request may be on either side of it.
        #expect((29...31).contains(movie.status.frameCount), "\(movie.status)")
        #expect(isLimitReached && folder.contents == ["movie-002.mp4", "movie.mp4"])
    }

    @Test func whatIsKeptOfTheTimeBeforeFacesIsNoLongerThanAllowed() async throws {
        let stage = try SteppedRecording(detector: LightDetector())
        var settings = CaptureMovieFileOutput.Settings(path: stage.folder.path + "/movie.mp4")
        settings.maximumDuration = MediaTime(value: 5, timescale: 1)
        settings.trigger = .faces(preRoll: MediaTime(value: 6, timescale: 1), postRoll: .zero)
        settings.video = .encoded(
            VideoEncoderSettings(
                keyFrameInterval: MediaTime(value: 1, timescale: 5), isRealTime: true))
        try await stage.record(settings) {
            stage.source.show(
                (Int64(0)..<110).map { number in
                    SteppedImages.image(
                        at: MediaTime(value: number, timescale: 10),
                        luma: (10..<80).contains(number) ? 16 : 200)
                })
        }
        let seconds = try stage.folder.contents.compactMap { name in
            MovieInspection(try MovieReader(path: stage.folder.path + "/" + name)).seconds
        }
        #expect(seconds.reduce(0, +) < 5.01 && seconds.count == 2, "\(seconds)")
        let limits = stage.events.compactMap { event in
            if case .limitReached(let reason) = event { reason } else { nil }
        }
        #expect(limits == ["the files are as long as allowed"])
    }

    @Test func eachSecondTellsHowFarItIs() async throws {
        var settings = settings("movie.mp4", seconds: nil)
        settings.trigger = .always
        try await stage.record(settings) { source.show(154) }
        let told = progress
        let seconds = told.map(\.duration.seconds)
        // The encoder holds some frames until the end: how many depends on the processors.
        #expect((10...15).contains(seconds.count), "\(seconds)")
        #expect(seconds.map { Int($0) } == Array(1..<(1 + seconds.count)), "\(seconds)")
        #expect(zip(told, told.dropFirst()).allSatisfy { $0.byteCount <= $1.byteCount })
        #expect(told.allSatisfy { ($0.freeByteCount ?? 0) > 0 })
        #expect(!isLimitReached && movie.status.frameCount == 154)
    }

    @Test func aLaterRecordingOfTheSessionIsAsLongAsItIs() async throws {
        try await stage.record(settings("movie.mp4", seconds: nil)) {
            source.show(100)
            movie.stopRecording()
            movie.startRecording(settings("later.mp4", seconds: 2))
            source.show(40)
        }
        #expect(movie.status.frameCount == 20 && isLimitReached)
        let told = progress.map(\.duration.seconds)
        #expect(told.allSatisfy { $0 < 10.5 }, "\(told)")
    }
}
