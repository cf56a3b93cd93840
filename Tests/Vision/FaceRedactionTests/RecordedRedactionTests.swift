// SPDX-License-Identifier: Apache-2.0
import Facecap
import TestSupport
import Testing

/// Recordings of a live source in which faces are hidden, under what happens to live sources: no pixel of a
/// true face box may be left uncovered in any frame that was recorded, whichever those are.
@Suite(.serialized) struct RecordedRedactionTests {
    private static let frames = 90
    private let folder: TemporaryFolder
    private let video: TrueVideo
    private let detections: [[DetectedFace]]

    init() throws {
        folder = try TemporaryFolder()
        video = try TrueVideo.drawn(.mixed, seed: 7, frames: Self.frames)
        detections = video.drawnDetections(seed: 7, count: Self.frames)
    }

    /// Faces count at once, as in a recording that hides them.
    private static var tracking: FaceTracker.Configuration {
        var configuration = FaceTracker.Configuration()
        configuration.immediateConfidence = 0
        configuration.isSmoothingEnabled = false
        return configuration
    }

    private final class SlowDelegate: CaptureFileOutputRecordingDelegate {
        private let wait: @Sendable () -> Void

        init(wait: @escaping @Sendable () -> Void) { self.wait = wait }

        func movieFileOutput(
            _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event
        ) {
            if case .fileStarted = event { wait() }
        }
    }

    private struct Run {
        let ledger: FrameLedger
        let status: CaptureMovieFileOutput.Status
        /// The numbers in the scene of the frames that were recorded.
        var numbers: [Int] = []
    }

    @Test(.usualTimeLimit)
    func everyImageIsRecordedAndCovered() async throws {
        let movie = CaptureMovieFileOutput()
        let run = try await record(
            NumberedScene(0..<Self.frames, speed: 3, recordedBy: movie), by: movie)
        #expect(run.numbers.count == run.status.frameCount)
        check(run)
    }

    @Test(.usualTimeLimit, arguments: [3, 22])
    func aSlowDetectorShowsNothing(framesPerLook: Int) async throws {
        let run = try await record(
            NumberedScene(0..<Self.frames, speed: 3), framesPerLook: framesPerLook)
        check(run)
        #expect(run.ledger.skipped.values.reduce(0, +) > 0)
    }

    @Test(.usualTimeLimit)
    func aWriterThatFallsBehindLosesImagesAndShowsNothing() async throws {
        let run = try await record(
            NumberedScene(0..<Self.frames, speed: 6), framesPerStart: 60,
            settings: { $0.split = .duration(MediaTime(value: 1, timescale: 1)) })
        check(run)
        #expect(run.ledger.dropped.values.reduce(0, +) > 0)
    }

    @Test(.usualTimeLimit)
    func filesThatFacesBeginShowNothingBeforeThem() async throws {
        let movie = CaptureMovieFileOutput()
        let run = try await record(
            NumberedScene(0..<Self.frames, speed: 3, recordedBy: movie), by: movie,
            settings: { settings in
                settings.trigger = .faces(
                    preRoll: MediaTime(value: 1, timescale: 1),
                    postRoll: MediaTime(value: 1, timescale: 2))
                settings.split = .duration(MediaTime(value: 2, timescale: 1))
            })
        #expect(run.numbers.count > 20)
        #expect(run.numbers == run.numbers.sorted())
    }

    @Test(.usualTimeLimit)
    func aPauseTakesEffectInOrder() async throws {
        let movie = CaptureMovieFileOutput()
        let incidents: [Int: NumberedScene.Incident] = [
            30: .call { movie.pauseRecording() }, 55: .call { movie.resumeRecording() },
        ]
        let run = try await record(
            NumberedScene(0..<Self.frames, speed: 3, incidents: incidents, recordedBy: movie),
            by: movie)
        #expect(!run.numbers.contains { (32..<54).contains($0) })
        #expect(run.numbers.contains { $0 > 60 })
    }

    @Test(.usualTimeLimit)
    func aSourceThatVanishesAndReturnsShowsNothing() async throws {
        let movie = CaptureMovieFileOutput()
        let run = try await record(
            NumberedScene(
                0..<Self.frames, speed: 3,
                incidents: [30: .absence(images: 12), 65: .absence(images: 5)],
                recordedBy: movie), by: movie)
        check(run, absent: 17)
    }

    @Test(
        .usualTimeLimit,
        arguments: [VideoOrientation.quarterTurn, .halfTurn, .threeQuarterTurn])
    func aTurnedSourceIsCoveredWhereItsStoredImagesHaveFaces(
        _ orientation: VideoOrientation
    ) async throws {
        let movie = CaptureMovieFileOutput()
        let run = try await record(
            NumberedScene(0..<60, speed: 3, orientation: orientation, recordedBy: movie),
            by: movie)
        check(run, of: 60)
    }

    /// Every frame has one fate, and all that were not dropped are in the movie.
    private func check(_ run: Run, of count: Int = frames, absent: Int = 0) {
        let dropped = run.ledger.dropped.values.reduce(0, +)
        let skipped = run.ledger.skipped.values.reduce(0, +)
        #expect(run.ledger.analysed + skipped + dropped == count - absent)
        #expect(run.numbers.count == count - absent - dropped)
        #expect(run.status.frameCount == run.numbers.count)
        #expect(run.numbers == run.numbers.sorted())
    }

    /// Records the scene, and looks at every frame of the files.
    ///
    /// - Parameters:
    ///   - framesPerLook: frames that come while the detector looks at one.
    ///   - framesPerStart: frames that come while the start of a file is told.
    private func record(
        _ scene: NumberedScene, by movie: CaptureMovieFileOutput = CaptureMovieFileOutput(),
        framesPerLook: Int = 0, framesPerStart: Int = 0,
        settings change: (inout CaptureMovieFileOutput.Settings) -> Void = { _ in }
    ) async throws -> Run {
        let faces = CaptureMetadataOutput(
            detector: KnowingDetector(detections, seed: 1) { scene.wait(forFrames: framesPerLook) },
            tracking: Self.tracking)
        let delegate = SlowDelegate { scene.wait(forFrames: framesPerStart) }
        movie.setRecordingDelegate(delegate)
        let session = CaptureSession()
        let device = CaptureDevice(kind: .file, uniqueID: "scene", localizedName: "scene") { _ in
            scene
        }
        try await session.addInput(CaptureDeviceInput(device: device))
        try await session.addOutput(faces)
        try await session.addOutput(movie)
        var settings = CaptureMovieFileOutput.Settings(path: folder.path + "/movie.mp4")
        settings.redaction = RedactionSettings(method: .box(CoveredPixels.color))
        settings.video = .encoded(
            VideoEncoderSettings(quality: 10, preset: "ultrafast", isRealTime: true))
        change(&settings)
        movie.startRecording(settings)
        let notifications = session.notifications()
        try await session.startRunning()
        for await case .didStopRunning in notifications { break }
        var run = Run(ledger: faces.ledger, status: movie.status)
        #expect(movie.status.state.phase == .completed)
        for file in folder.contents.sorted() {
            try look(at: folder.path + "/" + file, of: scene.shownNumbers, &run)
        }
        return run
    }

    private func look(at path: String, of shownNumbers: [Int], _ run: inout Run) throws {
        var timeline = FaceTrackReader.Timeline(try FaceTrackReader(path: path))
        let source = try MediaFileSource(path)
        var pixels: CoveredPixels?
        while let event = try source.nextEvent() {
            guard case .video(let sample) = event else { continue }
            let counter = try pixels ?? CoveredPixels(like: sample.pixelBuffer, tolerance: 24)
            pixels = counter
            let observation = try #require(
                try timeline.observation(at: sample.presentationTime))
            let number = shownNumbers[observation.frame.number]
            run.numbers.append(number)
            let image = sample.pixelBuffer
            for face in video.truth(number) where face.visible > 0 {
                let uncovered = counter.count(of: image, in: face.bounds).uncovered
                #expect(uncovered == 0, "frame \(number) of \(path)")
            }
        }
    }
}
