// SPDX-License-Identifier: Apache-2.0
import FaceCapture
import FaceDetectors
import FaceRecording
import FaceValues
import Synchronization
import TestSupport

/// A session that records what a test shows, gray frames, ten a second, and what its recordings told.
final class SteppedRecording: CaptureFileOutputRecordingDelegate {
    let folder: TemporaryFolder
    let source = SteppedImages(isLive: false)
    let movie = CaptureMovieFileOutput()
    let session = CaptureSession()
    let faces: CaptureMetadataOutput?
    private let all = Mutex<[CaptureMovieFileOutput.Event]>([])

    /// - Parameter detector: finds the faces that are recorded; `nil` for a recording without any.
    init(detector: (any FaceDetector)? = nil) throws {
        folder = try TemporaryFolder()
        faces = detector.map { CaptureMetadataOutput(detector: $0) }
    }

    var events: [CaptureMovieFileOutput.Event] { all.withLock { $0 } }

    func movieFileOutput(
        _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event
    ) {
        all.withLock { $0.append(event) }
    }

    /// Records what `show` shows, to its end.
    func record(
        _ settings: CaptureMovieFileOutput.Settings, _ show: () -> Void
    ) async throws {
        movie.setRecordingDelegate(self)
        let device = CaptureDevice(kind: .file, uniqueID: "grey", localizedName: "grey") {
            [source] _ in source
        }
        try await session.addInput(CaptureDeviceInput(device: device))
        if let faces { try await session.addOutput(faces) }
        try await session.addOutput(movie)
        movie.startRecording(settings)
        try await session.startRunning()
        show()
        movie.stopRecording()
        await session.stopRunning()
    }
}
