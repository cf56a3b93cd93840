// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FacePhotos
import FaceRedaction
import FaceTracking
import FaceValues

/// A session that takes photos of numbered frames.
struct PhotoSession {
    let session = CaptureSession()
    let output: CapturePhotoOutput

    init(
        of source: NumberedSource, detector: NumberDetector?,
        redaction: RedactionSettings? = nil, analysisInterval: Int = 1,
        kind: CaptureDevice.Kind = .file
    ) async throws {
        let device = CaptureDevice(kind: kind, uniqueID: "n", localizedName: "Numbers") {
            _ throws(FacecapError) in source
        }
        try await session.addInput(CaptureDeviceInput(device: device))
        var tracking = FaceTracker.Configuration()
        tracking.isSmoothingEnabled = false
        let metadata = detector.map { CaptureMetadataOutput(detector: $0, tracking: tracking) }
        metadata?.analysisInterval = analysisInterval
        if let metadata { try await session.addOutput(metadata) }
        output = CapturePhotoOutput(redaction: redaction)
        try await session.addOutput(output)
    }

    /// Takes photos until the source's end.
    func take(_ settings: CapturePhotoSettings) async throws -> PhotoRecorder {
        let recorder = PhotoRecorder()
        output.capturePhoto(with: settings, delegate: recorder)
        let notifications = session.notifications()
        try await session.startRunning()
        for await case .didStopRunning in notifications { break }
        return recorder
    }
}
