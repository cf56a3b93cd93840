// SPDX-License-Identifier: Apache-2.0
import FaceCapture
import FaceRecording
import FaceValues
import FoundationEssentials
import MediaCodecs
import Synchronization
import TestSupport
import Testing

/// Files that somebody ends and deletes while a recording goes on.
@Suite(.usualTimeLimit) struct RecordingFilesTests {
    private let stage: SteppedRecording
    private var folder: TemporaryFolder { stage.folder }
    private var source: SteppedImages { stage.source }
    private var movie: CaptureMovieFileOutput { stage.movie }

    init() throws { stage = try SteppedRecording() }

    private var deleted: [String] {
        stage.events.compactMap { if case .fileDeleted(let path) = $0 { path } else { nil } }
    }
    private var warnings: [String] {
        stage.events.compactMap {
            if case .warning(let error) = $0 { error.message } else { nil }
        }
    }

    private func record(
        _ change: (inout CaptureMovieFileOutput.Settings) -> Void = { _ in }, _ show: () -> Void
    ) async throws {
        var settings = CaptureMovieFileOutput.Settings(path: folder.path + "/movie.mp4")
        change(&settings)
        try await stage.record(settings, show)
    }

    private func frameCount(_ name: String) throws -> Int {
        let keys = try RecordedFrames.keys(in: folder.path + "/" + name)
        #expect(keys.first == true)
        return keys.count
    }

    @Test func eachSplitEndsAFileAndNoFrameIsLost() async throws {
        try await record {
            source.show(12)
            movie.splitRecording()
            source.show(9)
            movie.splitRecording()
            source.show(4)
        }
        #expect(folder.contents == ["movie-002.mp4", "movie-003.mp4", "movie.mp4"])
        let counts = try folder.contents.map(frameCount)
        #expect(counts.reduce(0, +) == 25, "\(counts)")
        // Frames that wait when the request is made are on either side of it.
        #expect(zip(counts, [9, 4, 12]).allSatisfy { abs($0 - $1) <= 5 }, "\(counts)")
        #expect(movie.status.frameCount == 25 && warnings == [])
    }

    @Test func whatASplitEndsStaysThoughTheRecordingIsCancelledAtOnce() async throws {
        try await record {
            source.show(12)
            movie.splitRecording()
            movie.cancelRecording()
        }
        #expect(folder.contents == ["movie.mp4"])
        #expect(try frameCount("movie.mp4") == 12)
        #expect(stage.events.last == .cancelled)
    }

    @Test func aRecordingBeginsWithOneKeyFrameHoweverManyFramesTheEncoderHolds() async throws {
        try await record {
            source.show(
                (Int64(0)..<12).map {
                    SteppedImages.image(at: MediaTime(value: $0, timescale: 10))
                })
        }
        let keys = try RecordedFrames.keys(in: folder.path + "/movie.mp4")
        #expect(keys == [true] + [Bool](repeating: false, count: 11))
    }

    @Test func splitsByHandCountOnWithThoseByTime() async throws {
        try await record({ $0.split = .duration(MediaTime(value: 2, timescale: 1)) }) {
            source.show(25)
            movie.splitRecording()
            source.show(30)
        }
        let counts = try folder.contents.map(frameCount)
        #expect(folder.contents.first == "movie-001.mp4")
        #expect(counts.reduce(0, +) == 55 && counts.first == 20, "\(counts)")
        // The third file lasts as long as any other.
        #expect(counts.count == 4 && counts[2] == 20, "\(counts)")
    }

    @Test func aNameThatIsTakenIsToldAndTheRecordingGoesOn() async throws {
        let taken = try folder.write([1, 2, 3], to: "movie-002.mp4")
        try await record {
            source.show(12)
            movie.splitRecording()
            source.show(12)
        }
        #expect(warnings.count == 1 && warnings[0].contains(taken))
        #expect(FileManager.default.contents(atPath: taken) == Data([1, 2, 3]))
        #expect(try frameCount("movie.mp4") == 24)
        #expect(stage.events.last == .completed)
    }

    @Test func aSeriesPassesByNamesThatAreTaken() async throws {
        let taken = try folder.write([1, 2, 3], to: "movie-002.mp4")
        try await record({ $0.split = .duration(MediaTime(value: 2, timescale: 1)) }) {
            source.show(55)
        }
        #expect(folder.contents == [1, 2, 3, 4].map { "movie-00\($0).mp4" })
        #expect(FileManager.default.contents(atPath: taken) == Data([1, 2, 3]))
        #expect(
            try ["movie-001.mp4", "movie-003.mp4", "movie-004.mp4"].map(frameCount) == [20, 20, 15])
        #expect(warnings == [] && stage.events.last == .completed)
    }

    /// Shows frames until the movie has its name.
    private func showUntilNamed() {
        repeat { source.show(1) } while !folder.contents.contains("movie.mp4")
    }

    @Test(arguments: [false, true])
    func aRecordingWhoseNameAnotherFileHasFailsAndThatFileStays(isRewritten: Bool) async throws {
        let path = folder.path + "/movie.mp4"
        try await record({ $0.shouldOptimizeForNetworkUse = isRewritten }) {
            showUntilNamed()
            try? FileManager.default.removeItem(atPath: path)
            _ = try? folder.write([9], to: "movie.mp4")
            source.show(5)
        }
        guard case .failed(let error) = stage.events.last else {
            Issue.record("\(stage.events)")
            return
        }
        #expect(error.code == .outputFailed && error.message.contains(path))
        #expect(FileManager.default.contents(atPath: path) == Data([9]))
    }

    @Test func aRecordingWhoseFileIsGoneFails() async throws {
        try await record {
            showUntilNamed()
            try? FileManager.default.removeItem(atPath: folder.path + "/movie.mp4")
            source.show(5)
        }
        guard case .failed(let error) = stage.events.last else {
            Issue.record("\(stage.events)")
            return
        }
        #expect(error.code == .outputFailed)
    }

    /// Throws a recording away as soon as there is a file of it, or what could be written of one.
    private final class Canceler: CaptureFileOutputRecordingDelegate {
        private let told = Mutex<[FacecapError]>([])

        var warnings: [FacecapError] { told.withLock { $0 } }

        func movieFileOutput(
            _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event
        ) {
            switch event {
            case .fileFinished: output.cancelRecording()
            case .warning(let warning): told.withLock { $0.append(warning) }
            default: break
            }
        }
    }

    @Test(.enabled(if: SmallFileSystem.isAvailable))
    func whatAFullDiskLeavesIsThrownAwayWithTheRecordingAndNobodyIsWarned() async throws {
        let disk = try SmallFileSystem(kilobytes: 512)
        let canceler = Canceler()
        var settings = CaptureMovieFileOutput.Settings(path: disk.path("movie.mp4"))
        settings.movieFragmentInterval = MediaTime(value: 1, timescale: 5)
        let images = SteppedImages.noise(count: 60)
        try await stage.record(settings) {
            movie.setRecordingDelegate(canceler)
            source.show(images)
        }
        #expect(disk.contents == [] && canceler.warnings == [])
        #expect(movie.status.state.phase == .cancelled)
    }

    /// It is cancelled while its only file, which no frame has ended, is finished.
    @Test func whatASplitEndsStaysThoughTheRecordingIsStoppedAndThenCancelled() async throws {
        let canceler = Canceler()
        try await record {
            movie.setRecordingDelegate(canceler)
            source.show(12)
            movie.splitRecording()
        }
        #expect(folder.contents == ["movie.mp4"])
        #expect(try frameCount("movie.mp4") == 12)
        #expect(movie.status.state.phase == .cancelled)
    }

    /// The file that the split ends would have stayed, but somebody removed it.
    @Test func whatIsWrongWithAFileThatStaysIsToldThoughTheRecordingIsCancelled() async throws {
        let path = folder.path + "/movie.mp4"
        try await record {
            showUntilNamed()
            try? FileManager.default.removeItem(atPath: path)
            movie.splitRecording()
            source.show(30)
            movie.cancelRecording()
        }
        #expect(stage.events.last == .cancelled && folder.contents == [])
        #expect(warnings.count == 1, "\(warnings)")
        #expect(warnings.first?.hasPrefix("\(path) is not the file that was written") == true)
    }

    @Test func inAPauseTheFileThatItInterruptsIsDeletedAndItsNameIsFree() async throws {
        try await record {
            source.show(10)
            movie.splitRecording()
            source.show(10)
            movie.pauseRecording()
            source.show(3)
            movie.deleteLastFile()
            source.show(3)
            movie.resumeRecording()
            source.show(7)
        }
        #expect(folder.contents == ["movie-002.mp4", "movie.mp4"])
        #expect(deleted == [folder.path + "/movie-002.mp4"])
        let counts = try folder.contents.map(frameCount)
        #expect((3...12).contains(counts[0]) && (8...14).contains(counts[1]), "\(counts)")
        #expect(movie.status.frameCount == counts.reduce(0, +))
    }

    @Test func whileItRunsTheFileBeforeIsDeleted() async throws {
        try await record {
            source.show(10)
            movie.deleteLastFile()
            source.show(2)
            movie.splitRecording()
            source.show(10)
            movie.deleteLastFile()
            source.show(2)
            movie.splitRecording()
            source.show(5)
        }
        #expect(warnings.count == 1 && warnings[0].contains("no file is done"))
        #expect(deleted == [folder.path + "/movie.mp4"])
        #expect(folder.contents == ["movie-002.mp4", "movie-003.mp4"])
    }

    @Test func everyFileCanBeDeletedAndNothingElse() async throws {
        let other = try folder.write([1], to: "movie-003.mp4")
        try await record {
            source.show(10)
            movie.splitRecording()
            source.show(10)
            movie.pauseRecording()
            source.show(2)
            for _ in 0..<4 { movie.deleteLastFile() }
            source.show(2)
        }
        #expect(folder.contents == ["movie-003.mp4"])
        #expect(FileManager.default.contents(atPath: other) == Data([1]))
        #expect(deleted.count == 2 && warnings.count == 2, "\(stage.events)")
        #expect(stage.events.last == .completed && movie.status.frameCount == 0)
        #expect(movie.status.byteCount == 0)
    }

    @Test(arguments: [false, true])
    func theNameOfAFileThatIsDeletedWhileItIsFinishedIsFree(overwrites: Bool) async throws {
        let second = folder.path + "/movie-002.mp4"
        try await record({ settings in
            settings.shouldOptimizeForNetworkUse = true
            settings.overwritesExistingFiles = overwrites
            settings.video = .encoded(VideoEncoderSettings(isRealTime: true))
        }) {
            source.show(SteppedImages.noise(count: 60))
            source.skip(60)
            movie.splitRecording()
            repeat { source.show(1) } while !stage.events.contains(.fileStarted(path: second))
            movie.pauseRecording()
            for _ in 0..<2 { movie.deleteLastFile() }
            movie.resumeRecording()
            source.show(5)
        }
        #expect(stage.events.last == .completed, "\(stage.events)")
        #expect(folder.contents == ["movie.mp4"] && warnings == [])
        #expect(deleted == [second, folder.path + "/movie.mp4"])
    }

    @Test func aFileThatSomebodyPutInThePlaceStays() async throws {
        let path = folder.path + "/movie.mp4"
        try await record {
            source.show(10)
            movie.splitRecording()
            source.show(10)
            while !stage.events.contains(where: {
                if case .fileFinished = $0 { true } else { false }
            }) { source.show(1) }
            try? FileManager.default.moveItem(atPath: path, toPath: path + ".kept")
            _ = try? folder.write([9], to: "movie.mp4")
            movie.deleteLastFile()
            source.show(5)
        }
        #expect(FileManager.default.contents(atPath: path) == Data([9]))
        #expect(deleted == [] && warnings.count == 1)
    }
}
