// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Synchronization

/// Keeps all that the outputs deliver.
final class Recorder: CaptureMetadataOutputObjectsDelegate,
    CaptureVideoDataOutputSampleBufferDelegate, CaptureAudioDataOutputSampleBufferDelegate
{
    struct Content {
        var observations: [FaceObservation] = []
        var notices: [CaptureDelivery.Notice] = []
        var frames: [FrameID] = []
        var drops: [FrameLedger.DropReason] = []
        var audio: [AudioSampleBuffer] = []
        var audioNotices: [CaptureDelivery.Notice] = []
    }

    private struct State {
        var content = Content()
        /// Who waits for so many observations.
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var content: Content { state.withLock { $0.content } }

    /// Waits until there are so many observations.
    func waitForObservations(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                let isThere = state.content.observations.count >= count
                if !isThere { state.waiters.append((count, continuation)) }
                return isThere
            }
            if isThere { continuation.resume() }
        }
    }

    func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {
        let ready = state.withLock { state in
            state.content.observations.append(observation)
            let count = state.content.observations.count
            let ready = state.waiters.filter { $0.count <= count }
            state.waiters.removeAll { $0.count <= count }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    func metadataOutput(
        _ output: CaptureMetadataOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection
    ) { state.withLock { $0.content.notices.append(notice) } }

    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didOutput frame: CapturedFrame,
        observation: FaceObservation?, from connection: CaptureConnection
    ) { state.withLock { $0.content.frames.append(frame.id) } }

    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didDrop frame: CapturedFrame.Header,
        reason: FrameLedger.DropReason,
        from connection: CaptureConnection
    ) { state.withLock { $0.content.drops.append(reason) } }

    func audioDataOutput(
        _ output: CaptureAudioDataOutput, didOutput sampleBuffer: AudioSampleBuffer,
        from connection: CaptureConnection
    ) { state.withLock { $0.content.audio.append(sampleBuffer) } }

    func audioDataOutput(
        _ output: CaptureAudioDataOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection
    ) { state.withLock { $0.content.audioNotices.append(notice) } }

    /// Starts a session of one device, and waits for so many of its observations.
    func start(
        _ session: CaptureSession, _ device: CaptureDevice, _ output: CaptureMetadataOutput,
        count: Int
    ) async throws -> CaptureDeviceInput {
        output.setMetadataObjectsDelegate(self)
        let input = CaptureDeviceInput(device: device)
        try await session.addInput(input)
        try await session.addOutput(output)
        try await session.startRunning()
        await waitForObservations(count)
        return input
    }
}
