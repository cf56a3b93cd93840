// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceMovies
import FaceRecording
import FaceValues
import FoundationEssentials
import MediaCodecs
import MovieReading
import Synchronization
import TestSupport
import Testing

/// How recordings of a session that goes on end, and what is said where there is none.
@Suite(.usualTimeLimit) struct RecordingEndTests {
    private let folder: TemporaryFolder
    private let session = CaptureSession()
    private let source = SteppedImages()
    private let faces: CaptureMetadataOutput
    private let detector = HeldDetector()
    private let movie: CaptureMovieFileOutput

    init() throws {
        folder = try TemporaryFolder()
        faces = CaptureMetadataOutput(detector: detector)
        movie = CaptureMovieFileOutput()
    }

    private func path(_ name: String = "movie") -> String { "\(folder.path)/\(name).mp4" }

    /// What happens to recordings, as it is told.
    private func start() async throws -> AsyncStream<CaptureMovieFileOutput.Event>.AsyncIterator {
        let events = movie.events()
        let device = CaptureDevice(kind: .file, uniqueID: "grey", localizedName: "grey") {
            [source] _ in source
        }
        try await session.addInput(CaptureDeviceInput(device: device))
        try await session.addOutput(faces)
        try await session.addOutput(movie)
        try await session.startRunning()
        return events.makeAsyncIterator()
    }

    /// Records frames; the faces of those that follow are not found before the detector is released.
    private func startAndHoldFaces(
        afterFrames count: Int
    ) async throws -> AsyncStream<CaptureMovieFileOutput.Event>.AsyncIterator {
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path()))
        let events = try await start()
        source.show(count)
        detector.hold()
        return events
    }

    /// The events up to the first that fulfils a condition.
    private func next(
        _ events: inout AsyncStream<CaptureMovieFileOutput.Event>.AsyncIterator,
        where isLast: (CaptureMovieFileOutput.Event) -> Bool
    ) async -> [CaptureMovieFileOutput.Event] {
        var seen: [CaptureMovieFileOutput.Event] = []
        while let event = await events.next() {
            seen.append(event)
            if isLast(event) { break }
        }
        return seen
    }

    @Test func aRecordingThatIsStoppedWaitsForTheFacesOfItsLastFrames() async throws {
        var events = try await startAndHoldFaces(afterFrames: 3)
        source.show(2)
        movie.stopRecording()
        detector.release()
        source.show(3)
        #expect(await next(&events) { $0 == .completed }.last == .completed)
        await session.stopRunning()
        #expect(try RecordedFaces.frameNumbers(in: path()) == [0, 1, 2, 3, 4])
        #expect(movie.status.frameCount == 5)
    }

    /// Records files of one frame each, until the last one is begun; what is found in the frames is known once the
    /// detector is released.
    private func startSeries(
        _ paths: [String]
    ) async throws -> AsyncStream<CaptureMovieFileOutput.Event>.AsyncIterator {
        var settings = CaptureMovieFileOutput.Settings(path: path())
        settings.split = .duration(MediaTime(value: 2, timescale: 1))
        settings.video = .encoded(VideoEncoderSettings(isRealTime: true))
        movie.startRecording(settings)
        detector.hold()
        var events = try await start()
        source.show(
            paths.indices.map {
                SteppedImages.image(at: MediaTime(value: Int64(3 * $0), timescale: 1))
            })
        _ = await next(&events) { $0 == .fileStarted(path: paths[paths.count - 1]) }
        return events
    }

    @Test func aFileThatASplitEndedStaysWhereTheOneBehindItIsCancelled() async throws {
        let names = (1...2).map { path("movie-00\($0)") }
        var events = try await startSeries(names)
        movie.cancelRecording()
        let seen = await next(&events) { $0 == .cancelled }
        detector.release()
        await session.stopRunning()
        #expect(
            seen.contains {
                if case .fileFinished(names[0], _, _) = $0 { true } else { false }
            })
        #expect(folder.contents == ["movie-001.mp4"])
    }

    /// Whether there are faces in the newest frame.
    private final class Witness: CaptureMetadataOutputObjectsDelegate {
        private let faceCount = Mutex(0)

        var seesFaces: Bool { faceCount.withLock { $0 > 0 } }

        func metadataOutput(
            _ output: CaptureMetadataOutput, didOutput observation: FaceObservation,
            from connection: CaptureConnection
        ) {
            faceCount.withLock { $0 = observation.faces.count }
        }
    }

    /// The frame that ends it is the last one that is encoded.
    @Test func aFileOfFacesThatEndedStaysWhereItsRecordingIsCancelledAtOnce() async throws {
        let stage = try SteppedRecording(detector: LightDetector())
        let (finder, witness) = (try #require(stage.faces), Witness())
        finder.setMetadataObjectsDelegate(witness)
        var settings = CaptureMovieFileOutput.Settings(path: stage.folder.path + "/movie.mp4")
        settings.video = .encoded(VideoEncoderSettings(isRealTime: true))
        settings.trigger = .faces(preRoll: MediaTime(value: 1, timescale: 1), postRoll: .zero)
        try await stage.record(settings) {
            var tenth: Int64 = 0
            repeat {
                let time = MediaTime(value: tenth, timescale: 10)
                stage.source.show([SteppedImages.image(at: time, luma: tenth < 10 ? 200 : 16)])
                finder.flush()
                tenth += 1
            } while tenth < 10 || witness.seesFaces
            stage.movie.cancelRecording()
        }
        #expect(stage.events.last == .cancelled)
        #expect(stage.folder.contents == ["movie-001.mp4"])
        let numbers = try RecordedFaces.frameNumbers(in: stage.folder.path + "/movie-001.mp4")
        #expect(numbers == Array(0..<stage.movie.status.frameCount) && numbers.count > 10)
    }

    @Test func aFileOfASeriesWaitsForTheFacesOfItsFrames() async throws {
        let names = (1...3).map { path("movie-00\($0)") }
        _ = try await startSeries(names)
        detector.release()
        await session.stopRunning()
        #expect(try names.map { try RecordedFaces.frameNumbers(in: $0) } == [[0], [1], [2]])
    }

    @Test func aRecordingThatFailsWaitsForTheFacesOfItsLastFrames() async throws {
        var events = try await startAndHoldFaces(afterFrames: 3)
        source.show(1)
        source.show([SteppedImages.image(at: .zero)])
        // It has failed when it refuses to pause.
        movie.pauseRecording()
        var seen = await next(&events, where: \.isRefusal)
        detector.release()
        await session.stopRunning()
        seen += await next(&events) { _ in false }
        #expect(seen.last?.failure?.code == .invalidArgument)
        #expect(try RecordedFaces.frameNumbers(in: path()) == [0, 1, 2, 3])
    }

    @Test func aRecordingBeginsWhileOneThatFailedWaitsForItsFaces() async throws {
        var events = try await startAndHoldFaces(afterFrames: 2)
        source.show([SteppedImages.image(at: .zero)])
        movie.pauseRecording()
        _ = await next(&events, where: \.isRefusal)
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path("second")))
        source.show(1)
        detector.release()
        source.show(1)
        await session.stopRunning()
        #expect(try RecordedFaces.frameNumbers(in: path()) == [0, 1])
        #expect(try RecordedFaces.frameNumbers(in: path("second")) == [3, 4])
    }

    @Test func aLimitEndsARecordingAsAStopDoes() async throws {
        var settings = CaptureMovieFileOutput.Settings(path: path())
        settings.maximumByteCount = 70_000
        movie.startRecording(settings)
        var events = try await start()
        // The encoder may be far behind the frames: what it has no room for is dropped.
        while !Task.isCancelled,
            movie.status.state.phase == .unknown || movie.status.state.isActive
        {
            source.show(100)
            await Task.yield()
        }
        let seen = await next(&events) { $0 == .completed }
        #expect(seen.last == .completed)
        #expect(seen.contains { if case .limitReached = $0 { true } else { false } })
        await session.stopRunning()
        let numbers = try RecordedFaces.frameNumbers(in: path())
        #expect(numbers == Array(0..<movie.status.frameCount))
        #expect(!numbers.isEmpty)
    }

    @Test func asManyFramesAndBytesAreToldAsTheFileHas() async throws {
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path()))
        _ = try await start()
        source.show(12)
        await session.stopRunning()
        let inspection = MovieInspection(try MovieReader(path: path()))
        #expect(movie.status.duration.seconds == inspection.seconds)
        let bytes = try Data(contentsOf: URL(filePath: path()))
        #expect(movie.status.byteCount == Int64(bytes.count))
        #expect(movie.status.frameCount == 12)
    }

    @Test func aSecondRecordingIsRefusedWhileThereIsOne() async throws {
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path()))
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path("second")))
        var events = try await start()
        source.show(4)
        await session.stopRunning()
        let seen = await next(&events) { $0 == .completed }
        #expect(seen.contains { $0.isRefusal })
        #expect(folder.contents == ["movie.mp4"])
        #expect(try RecordedFaces.frameNumbers(in: path()) == [0, 1, 2, 3])
    }

    @Test func aRecordingBeginsWhileTheOneBeforeWaitsForItsFaces() async throws {
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path()))
        _ = try await start()
        source.show(2)
        detector.hold()
        source.show(1)
        movie.stopRecording()
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path("second")))
        source.show(2)
        detector.release()
        source.show(1)
        await session.stopRunning()
        #expect(try RecordedFaces.frameNumbers(in: path()) == [0, 1, 2])
        #expect(try RecordedFaces.frameNumbers(in: path("second")) == [3, 4, 5])
    }

    @Test func eventsEndWithTheSessionAndNotWithARecording() async throws {
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path()))
        var events = try await start()
        source.show(3)
        movie.stopRecording()
        source.show(3)
        #expect(await next(&events) { $0 == .completed }.last == .completed)
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path("second")))
        source.show(3)
        await session.stopRunning()
        #expect(await next(&events) { _ in false }.last == .completed)
    }

    @Test(arguments: ["pause", "resume", "stop", "cancel", "mark"])
    func whatIsAskedOfNoRecordingIsRefused(what: String) async throws {
        var events = try await start()
        ask(what)
        let refusal = await next(&events, where: \.isRefusal).last
        #expect(refusal?.isRefusal == true)
        await session.stopRunning()
    }

    @Test(arguments: ["pause", "resume", "stop", "cancel", "mark"])
    func whatIsAskedWhileNothingRunsIsNotAskedOfTheNextRecording(what: String) async throws {
        var early = movie.events().makeAsyncIterator()
        ask(what)
        // They are so already.
        if what != "stop", what != "cancel" { #expect(await early.next()?.isRefusal == true) }
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path()))
        var events = try await start()
        source.show(3)
        await session.stopRunning()
        let seen = await next(&events) { $0 == .completed }
        #expect(!seen.contains(where: \.isRefusal) && seen.last == .completed)
        #expect(try RecordedFaces.frameNumbers(in: path()) == [0, 1, 2])
    }

    private func ask(_ what: String) {
        switch what {
        case "pause": movie.pauseRecording()
        case "resume": movie.resumeRecording()
        case "stop": movie.stopRecording()
        case "cancel": movie.cancelRecording()
        default: movie.addMarker("x")
        }
    }
}

extension CaptureMovieFileOutput.Event {
    fileprivate var failure: FacecapError? {
        if case .failed(let error) = self { error } else { nil }
    }

    fileprivate var isRefusal: Bool {
        if case .warning(let error) = self { error.code == .invalidState } else { false }
    }
}
