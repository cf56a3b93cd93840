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

        /// What a source and its session say, whatever becomes of the machine meanwhile.
        var sourceNotices: [CaptureDelivery.Notice] {
            let machine = "the program was stopped"
            return notices.filter {
                switch $0 {
                case .lost, .systemPressure: false
                case .interrupted(let reason): reason != machine
                case .interruptionEnded(let gap): gap.reason != machine
                default: true
                }
            }
        }
    }

    private let state = Mutex(Content())
    private let changes = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))

    var content: Content { state.withLock { $0 } }

    /// Waits until there are so many observations, or the test's time is over.
    func waitForObservations(_ count: Int) async {
        await wait { $0.observations.count >= count }
    }

    /// Waits until there are so many frames, or the test's time is over.
    func waitForFrames(_ count: Int) async { await wait { $0.frames.count >= count } }

    /// Waits until there are so many stretches of audio, or the test's time is over.
    func waitForAudio(_ count: Int) async { await wait { $0.audio.count >= count } }

    private func wait(until isThere: (Content) -> Bool) async {
        var iterator = changes.stream.makeAsyncIterator()
        while !isThere(content), await iterator.next() != nil {}
    }

    private func note(_ change: (inout Content) -> Void) {
        state.withLock { change(&$0) }
        changes.continuation.yield()
    }

    func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {
        note { $0.observations.append(observation) }
    }

    func metadataOutput(
        _ output: CaptureMetadataOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection
    ) { note { $0.notices.append(notice) } }

    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didOutput frame: CapturedFrame,
        observation: FaceObservation?, from connection: CaptureConnection
    ) { note { $0.frames.append(frame.id) } }

    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didDrop frame: CapturedFrame.Header,
        reason: FrameLedger.DropReason,
        from connection: CaptureConnection
    ) { note { $0.drops.append(reason) } }

    func audioDataOutput(
        _ output: CaptureAudioDataOutput, didOutput sampleBuffer: AudioSampleBuffer,
        from connection: CaptureConnection
    ) { note { $0.audio.append(sampleBuffer) } }

    func audioDataOutput(
        _ output: CaptureAudioDataOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection
    ) { note { $0.audioNotices.append(notice) } }

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
