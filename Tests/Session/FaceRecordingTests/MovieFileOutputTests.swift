// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceMovies
import FaceRecording
import FaceValues
import FoundationEssentials
import MovieReading
import Synchronization
import Testing
import TestSupport

@Suite struct MovieFileOutputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/movie.mp4" }

    /// Plays frames of noise-free gray, 64 x 48, at 10 frames a second.
    private final class GreySource: CaptureSource, CaptureSourceControl {
        let videoFormat: VideoFormat? = VideoFormat(width: 64, height: 48, frameRate: 10)
        let isLive = false
        let estimatedFrameCount: Int?
        private let count: Int
        private let next = Mutex(0)
        private let pool = PixelBufferPool(format: .i420, width: 64, height: 48)
        private let before: @Sendable (Int) -> Void

        /// - Parameter before: called before each frame, with its number.
        init(count: Int, before: @escaping @Sendable (Int) -> Void = { _ in }) {
            self.count = count
            self.before = before
            estimatedFrameCount = count
        }

        func nextEvent() throws(FacecapError) -> CaptureEvent? {
            let number = next.withLock { next in
                defer { next += 1 }
                return next
            }
            guard number < count else { return nil }
            before(number)
            let image = pool.makePixelBuffer { planes in
                for (index, plane) in planes.enumerated() {
                    let rows = index == 0 ? 48 : 24
                    plane.bytes.initializeMemory(
                        as: UInt8.self, repeating: UInt8(truncatingIfNeeded: number * 8),
                        count: plane.bytesPerRow * rows)
                }
            }
            return .video(
                VideoSampleBuffer(
                    pixelBuffer: image,
                    presentationTime: MediaTime(value: Int64(number) * 100, timescale: 1000),
                    captureNanoseconds: 0))
        }

        func cancel() {}
    }

    private final class Events: CaptureFileOutputRecordingDelegate {
        private let all = Mutex<[CaptureMovieFileOutput.Event]>([])
        /// Called as soon as a file is whole.
        private let finished: @Sendable () -> Void

        init(finished: @escaping @Sendable () -> Void = {}) { self.finished = finished }

        var events: [CaptureMovieFileOutput.Event] { all.withLock { $0 } }

        func movieFileOutput(
            _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event
        ) {
            all.withLock { $0.append(event) }
            if case .fileFinished = event { finished() }
        }
    }

    /// Records a source to its end.
    private func record(
        _ source: GreySource, into output: CaptureMovieFileOutput,
        _ settings: CaptureMovieFileOutput.Settings,
        prepare: (CaptureSession) async throws -> Void = { _ in },
        finished: @escaping @Sendable () -> Void = {}
    ) async throws -> [CaptureMovieFileOutput.Event] {
        let events = Events(finished: finished)
        output.setRecordingDelegate(events)
        let session = CaptureSession()
        let device = CaptureDevice(kind: .file, uniqueID: "grey", localizedName: "grey") { _ in
            source
        }
        try await session.addInput(CaptureDeviceInput(device: device))
        try await session.addOutput(output)
        try await prepare(session)
        output.startRecording(settings)
        let notifications = session.notifications()
        try await session.startRunning()
        for await case .didStopRunning in notifications { break }
        return events.events
    }

    @Test func everyFrameOfAFileIsInTheMovieAtItsTime() async throws {
        let output = CaptureMovieFileOutput()
        let events = try await record(
            GreySource(count: 25), into: output, CaptureMovieFileOutput.Settings(path: path))
        #expect(events.first == .fileStarted(path: path))
        #expect(events.last == .completed)
        let times = try RecordedFrames.times(in: path)
        #expect(times.count == 25)
        #expect(zip(times, 0...).allSatisfy { abs($0 - Double($1) / 10) < 1e-9 })
        #expect(output.status.state.phase == .completed)
        #expect(output.status.frameCount == 25)
    }

    @Test(arguments: VideoOrientation.allCases)
    func aMovieIsDisplayedAsItsConnectionSays(orientation: VideoOrientation) async throws {
        let output = CaptureMovieFileOutput()
        _ = try await record(
            GreySource(count: 3), into: output, CaptureMovieFileOutput.Settings(path: path)
        ) { session in
            let connection = try #require(await session.connection(to: output))
            connection.videoOrientation = orientation.withoutMirroring
            connection.isVideoMirrored = orientation.isMirrored
            #expect(connection.displayedOrientation == orientation)
        }
        let track = try #require(
            try MovieReader(path: path).tracks.first { $0.kind == .video })
        #expect(track.orientation == orientation)
        #expect(track.width == 64 && track.height == 48)
    }

    @Test func aPauseTakesNoTime() async throws {
        let output = CaptureMovieFileOutput()
        let source = GreySource(count: 30) { number in
            if number == 10 { output.pauseRecording() }
            if number == 20 { output.resumeRecording() }
        }
        let events = try await record(
            source, into: output, CaptureMovieFileOutput.Settings(path: path))
        #expect(events.contains(.paused) && events.contains(.resumed))
        let times = try RecordedFrames.times(in: path)
        // Frames that waited when the request was made may still be on either side.
        #expect((16...24).contains(times.count))
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.1) < 1e-9 })
    }

    @Test(arguments: [false, true])
    func facesArePausedWithTheirFrames(facesComeFirst: Bool) async throws {
        let faces = CaptureMetadataOutput(detector: BlindDetector())
        let output = CaptureMovieFileOutput()
        let source = GreySource(count: 30) { number in
            if number == 10 { output.pauseRecording() }
            if number == 20 { output.resumeRecording() }
            if facesComeFirst { faces.flush() }
        }
        _ = try await record(source, into: output, CaptureMovieFileOutput.Settings(path: path)) {
            session in
            if facesComeFirst { try await session.removeOutput(output) }
            try await session.addOutput(faces)
            if facesComeFirst { try await session.addOutput(output) }
        }
        #expect(output.status.state.phase == .completed)
        let times = try RecordedFrames.times(in: path)
        #expect((16...24).contains(times.count))
        let faceTimes = try RecordedFaces.times(in: path)
        #expect(faceTimes.count == times.count)
        #expect(zip(faceTimes, times).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test func aCancelledRecordingLeavesNoFile() async throws {
        let output = CaptureMovieFileOutput()
        let source = GreySource(count: 20) { number in
            if number == 15 { output.cancelRecording() }
        }
        let events = try await record(
            source, into: output, CaptureMovieFileOutput.Settings(path: path))
        #expect(events.last == .cancelled)
        #expect(folder.contents.isEmpty)
    }

    @Test func aFileThatGotWholeBeforeItsRecordingIsCancelledIsToldToBeDeleted() async throws {
        let output = CaptureMovieFileOutput()
        let events = try await record(
            GreySource(count: 5), into: output, CaptureMovieFileOutput.Settings(path: path),
            finished: { output.cancelRecording() })
        #expect(events.suffix(2) == [.fileDeleted(path: path), .cancelled])
        #expect(folder.contents.isEmpty)
    }

    /// The movie is where the link leads to.
    @Test func aFileUnderALinkIsDeletedAndTheLinkStays() async throws {
        let target = try folder.write([1], to: "far.mp4")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        let output = CaptureMovieFileOutput()
        var settings = CaptureMovieFileOutput.Settings(path: path)
        settings.overwritesExistingFiles = true
        let events = try await record(
            GreySource(count: 5), into: output, settings, finished: { output.cancelRecording() })
        #expect(events.suffix(2) == [.fileDeleted(path: path), .cancelled])
        #expect(folder.contents == ["movie.mp4"])
    }

    @Test func filesOfASeriesAreWholeAndLoseNothing() async throws {
        var settings = CaptureMovieFileOutput.Settings(path: path)
        settings.split = .duration(MediaTime(value: 1, timescale: 1))
        let events = try await record(
            GreySource(count: 35), into: CaptureMovieFileOutput(), settings)
        let names = ["movie-001.mp4", "movie-002.mp4", "movie-003.mp4", "movie-004.mp4"]
        #expect(folder.contents == names)
        let counts = try names.map { try RecordedFrames.times(in: folder.path + "/" + $0).count }
        #expect(counts == [10, 10, 10, 5])
        #expect(events.count { if case .fileFinished = $0 { true } else { false } } == 4)
    }

    @Test func aFileThatExistsIsKept() async throws {
        try folder.write([1, 2, 3], to: "movie.mp4")
        let output = CaptureMovieFileOutput()
        let events = try await record(
            GreySource(count: 3), into: output, CaptureMovieFileOutput.Settings(path: path))
        guard case .failed(let error) = events.last else {
            Issue.record("It did not fail: \(events)")
            return
        }
        #expect(error.message.contains("movie.mp4"))
        let kept = try Array(Data(contentsOf: URL(filePath: path)))
        #expect(kept == [1, 2, 3])
    }

    @Test func pauseWithoutARecordingIsRefusedAndHarmsNothing() async throws {
        let output = CaptureMovieFileOutput()
        let source = GreySource(count: 5) { number in
            if number == 2 {
                output.stopRecording()
                output.pauseRecording()
            }
        }
        let events = try await record(
            source, into: output, CaptureMovieFileOutput.Settings(path: path))
        #expect(
            events.contains {
                if case .warning(let error) = $0 { error.code == .invalidState } else { false }
            })
        #expect(events.contains(.completed))
    }
}
