// SPDX-License-Identifier: Apache-2.0
import FaceCapture
import FaceRecording
import FaceValues
import Synchronization
import SystemSupport
import TestSupport
import Testing

/// What a recording tells of itself where it tells that something changed.
@Suite(.usualTimeLimit) struct RecordingStatusTests {
    /// Keeps in which phase a recording was when it reported.
    private final class Witness: CaptureFileOutputRecordingDelegate {
        let phases = Mutex<[CaptureMovieFileOutput.State.Phase]>([])

        func movieFileOutput(
            _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event
        ) {
            switch event {
            case .paused, .resumed, .completed, .cancelled:
                phases.withLock { $0.append(output.status.state.phase) }
            default: break
            }
        }
    }

    @Test(arguments: [false, true])
    func whoHearsOfAChangeFindsItInTheStatus(isCancelled: Bool) async throws {
        let folder = try TemporaryFolder()
        let (source, witness) = (SteppedImages(), Witness())
        let device = CaptureDevice(kind: .file, uniqueID: "grey", localizedName: "grey") { _ in
            source
        }
        let movie = CaptureMovieFileOutput()
        movie.setRecordingDelegate(witness)
        let session = CaptureSession()
        try await session.addInput(CaptureDeviceInput(device: device))
        try await session.addOutput(movie)
        movie.startRecording(CaptureMovieFileOutput.Settings(path: folder.path + "/movie.mp4"))
        try await session.startRunning()
        source.show(2)
        movie.pauseRecording()
        source.show(2)
        movie.resumeRecording()
        source.show(2)
        if isCancelled { movie.cancelRecording() } else { movie.stopRecording() }
        await session.stopRunning()
        #expect(
            witness.phases.withLock { $0 }
                == [.paused, .running, isCancelled ? .cancelled : .completed])
    }

    @Test func aRecordingThatCannotBeginHasFailed() async throws {
        let stage = try SteppedRecording()
        var settings = CaptureMovieFileOutput.Settings(path: stage.folder.path + "/movie.mp4")
        settings.maximumDuration = .zero
        try await stage.record(settings) { stage.source.show(1) }
        guard case .failed(let error) = stage.movie.status.state.phase else {
            Issue.record("\(stage.movie.status)")
            return
        }
        #expect(error.code == .invalidArgument && stage.events == [.failed(error)])
    }

    /// Holds the thread of a recording where it pauses, until a test lets it go on.
    private final class Doorkeeper: CaptureFileOutputRecordingDelegate {
        private let isOpen = Monitor(false)

        func open() { isOpen.withLock { $0 = true } }

        func movieFileOutput(
            _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event
        ) {
            if case .paused = event { isOpen.wait { $0 ? () : nil } }
        }
    }

    /// It is finished after the next one was begun, and canceled.
    @Test(arguments: [false, true])
    func aRecordingThatWasStoppedStaysWhereTheNextOneIsCancelled(isRefused: Bool) async throws {
        let (stage, doorkeeper) = (try SteppedRecording(), Doorkeeper())
        let (folder, movie) = (stage.folder, stage.movie)
        func settings(_ name: String) -> CaptureMovieFileOutput.Settings {
            CaptureMovieFileOutput.Settings(path: folder.path + "/" + name)
        }
        try await stage.record(settings("one.mp4")) {
            movie.setRecordingDelegate(doorkeeper)
            stage.source.show(3)
            movie.pauseRecording()
            if !isRefused { movie.stopRecording() }
            movie.startRecording(settings("two.mp4"))
            movie.cancelRecording()
            doorkeeper.open()
        }
        // Where there is but one, the one that runs is meant.
        #expect(folder.contents == (isRefused ? [] : ["one.mp4"]))
    }
}
