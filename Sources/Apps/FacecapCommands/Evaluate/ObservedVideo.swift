// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// All faces of a video or image, as a session finds them.
struct ObservedVideo {
    /// The faces of one frame, in pixels of the displayed frame.
    struct Frame: Sendable {
        let number: Int
        let faces: [MetadataFaceObject]
    }

    let frames: [Frame]
    /// What is wrong with the video, for people.
    let warnings: [String]
    /// Frames a second; `nil` for an image.
    let frameRate: Double?

    init(
        _ device: CaptureDevice, detector: any FaceDetector
    ) async throws(FacecapError) {
        let session = CaptureSession()
        let input = CaptureDeviceInput(device: device)
        let collector = Collector()
        try await session.addInput(input)
        frameRate = input.videoFormat?.frameRate
        let output = CaptureMetadataOutput(detector: detector)
        output.setMetadataObjectsDelegate(collector)
        try await session.addOutput(output)
        let notifications = session.notifications()
        try await session.startRunning()
        for await notification in notifications {
            if case .runtimeError(let error) = notification { throw error }
            if case .didStopRunning = notification { break }
        }
        (frames, warnings) = (collector.frames, collector.warnings)
    }

    private final class Collector: CaptureMetadataOutputObjectsDelegate {
        private let collected = Mutex<[Frame]>([])
        private let warned = Mutex<[String]>([])

        var frames: [Frame] { collected.withLock { $0 } }
        var warnings: [String] { warned.withLock { $0 } }

        func metadataOutput(
            _ output: CaptureMetadataOutput, didOutput observation: FaceObservation,
            from connection: CaptureConnection
        ) {
            guard let size = connection.displayedSize else { return }
            let pixels = CoordinateTransform.displayedFromStored(
                orientation: observation.orientation
            )
            .then(.scale(x: size.width, y: size.height))
            let frame = Frame(
                number: observation.frame.number, faces: observation.faces.map(pixels.apply))
            collected.withLock { $0.append(frame) }
        }

        func metadataOutput(
            _ output: CaptureMetadataOutput, didReceive notice: CaptureDelivery.Notice,
            from connection: CaptureConnection
        ) {
            guard case .warning(let error) = notice else { return }
            warned.withLock { $0.append(error.message) }
        }
    }
}
