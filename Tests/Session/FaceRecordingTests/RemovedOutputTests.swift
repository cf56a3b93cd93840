// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceMovies
import FaceRecording
import FaceValues
import Testing
import TestSupport

/// Outputs that are taken out of a session that goes on.
@Suite(.usualTimeLimit) struct RemovedOutputTests {
    private let folder: TemporaryFolder
    private let session = CaptureSession()
    private let source = SteppedImages()
    private let faces = CaptureMetadataOutput(detector: BlindDetector())

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/movie.mp4" }

    private func start(_ outputs: [any CaptureOutput]) async throws {
        let device = CaptureDevice(kind: .file, uniqueID: "grey", localizedName: "grey") {
            [source] _ in source
        }
        try await session.addInput(CaptureDeviceInput(device: device))
        for output in outputs { try await session.addOutput(output) }
        try await session.startRunning()
    }

    @Test func facesGoOnWhereAMovieOutputIsTakenOutAndItIsReleased() async throws {
        var movie: CaptureMovieFileOutput? = CaptureMovieFileOutput()
        weak var released: CaptureMovieFileOutput?
        released = movie
        movie?.startRecording(CaptureMovieFileOutput.Settings(path: path))
        // The movie gets each frame before the faces do.
        try await start([try #require(movie), faces])
        source.show(5)
        try await session.removeOutput(try #require(movie))
        #expect(movie?.status.state.phase == .completed)
        movie = nil
        #expect(released == nil)
        source.show(5)
        await session.stopRunning()
        #expect(faces.ledger.analysed == 10)
        let numbers = try RecordedFaces.frameNumbers(in: path)
        #expect(numbers == [0, 1, 2, 3, 4])
    }

    @Test func anOutputThatIsAddedLaterRecordsTheFacesOfEachOfItsFrames() async throws {
        try await start([faces])
        source.show(4)
        let movie = CaptureMovieFileOutput()
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path))
        try await session.addOutput(movie)
        source.show(3)
        try await session.removeOutput(movie)
        await session.stopRunning()
        #expect(try RecordedFaces.frameNumbers(in: path) == [4, 5, 6])
    }

    @Test func aRecordingWhoseFacesNobodyLooksForAnyMoreFails() async throws {
        let movie = CaptureMovieFileOutput()
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path))
        try await start([faces, movie])
        source.show(3)
        try await session.removeOutput(faces)
        source.show(1)
        await session.stopRunning()
        guard case .failed(let error) = movie.status.state.phase else {
            Issue.record("It is \(movie.status.state.phase).")
            return
        }
        #expect(error.code == .invalidState && error.message.contains("metadata output"))
        #expect(try RecordedFaces.frameNumbers(in: path) == [0, 1, 2])
    }

    @Test func aDisabledConnectionLeavesTheFacesOut() async throws {
        let movie = CaptureMovieFileOutput()
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path))
        try await session.addInput(
            CaptureDeviceInput(
                device: CaptureDevice(kind: .file, uniqueID: "grey", localizedName: "grey") {
                    [source] _ in source
                }))
        for output in [faces, movie] as [any CaptureOutput] { try await session.addOutput(output) }
        await session.connections(to: movie).first { $0.mediaType == .metadata }?.isEnabled = false
        try await session.startRunning()
        source.show(3)
        await session.stopRunning()
        #expect(movie.status.state.phase == .completed && movie.status.frameCount == 3)
        #expect(throws: FacecapError.self) { try RecordedFaces.frameNumbers(in: path) }
    }

    @Test func aRecordingGoesOnWithAnotherInputAndItsFaces() async throws {
        let (movie, next) = (CaptureMovieFileOutput(), SteppedImages())
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path))
        try await start([movie, faces])
        source.show(3)
        let first = try #require(await session.inputs.first)
        await session.beginConfiguration()
        try await session.removeInput(first)
        try await session.addInput(
            CaptureDeviceInput(
                device: CaptureDevice(kind: .file, uniqueID: "next", localizedName: "next") { _ in
                    next
                }))
        try await session.commitConfiguration()
        // Its times go on where those of the first one ended.
        next.skip(3)
        next.show(4)
        await session.stopRunning()
        #expect(movie.status.state.phase == .completed)
        #expect(movie.status.frameCount == 7)
        #expect(try RecordedFaces.frameNumbers(in: path).count == 7)
    }

    @Test func aFileOfSoundThatIsTakenOutIsWholeAndReleased() async throws {
        var audio: CaptureAudioFileOutput? = CaptureAudioFileOutput(
            CaptureAudioFileOutput.Settings(path: path + ".wav", format: .wav(.int16)))
        weak var released: CaptureAudioFileOutput?
        released = audio
        try await start([try #require(audio), faces])
        source.show(2)
        try await session.removeOutput(try #require(audio))
        audio = nil
        #expect(released == nil)
        source.show(2)
        await session.stopRunning()
        #expect(faces.ledger.analysed == 4)
    }

    @Test func aFileOfDistancesThatIsTakenOutIsReleased() async throws {
        var depth: CaptureDepthFileOutput? = CaptureDepthFileOutput(path: path + ".mkv")
        weak var released: CaptureDepthFileOutput?
        released = depth
        try await start([try #require(depth), faces])
        source.show(2)
        try await session.removeOutput(try #require(depth))
        depth = nil
        #expect(released == nil)
        source.show(2)
        await session.stopRunning()
        #expect(faces.ledger.analysed == 4)
    }

    @Test func theFacesBeforeALossDoNotLastUntilTheNextFrame() async throws {
        let movie = CaptureMovieFileOutput()
        movie.startRecording(CaptureMovieFileOutput.Settings(path: path))
        try await start([faces, movie])
        source.show(3)
        source.skip(30)
        source.show([.lost(count: 30)])
        source.show(2)
        await session.stopRunning()
        var cursor = try FaceTrackReader(path: path).frames()
        var elements: [String] = []
        while let element = try cursor.next() {
            switch element {
            case .frame(let frame): elements.append("\(frame.observation.frame.number)")
            case .gap(let start, let duration):
                let (start, length) = (start.seconds * 10, duration.seconds * 10)
                elements.append("gap \(Int(start.rounded())) \(Int(length.rounded()))")
            }
        }
        #expect(elements == ["0", "1", "2", "gap 3 30", "3", "4"])
        #expect(faces.ledger.lost == 30)
    }
}
