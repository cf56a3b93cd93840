// SPDX-License-Identifier: Apache-2.0
import FaceCapture
import FaceRecording
import FaceValues
import Synchronization
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
}
