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

    private let state = Mutex(Content())

    var content: Content { state.withLock { $0 } }

    func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) { state.withLock { $0.observations.append(observation) } }

    func metadataOutput(
        _ output: CaptureMetadataOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection
    ) { state.withLock { $0.notices.append(notice) } }

    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didOutput frame: CapturedFrame,
        observation: FaceObservation?, from connection: CaptureConnection
    ) { state.withLock { $0.frames.append(frame.id) } }

    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didDrop frame: CapturedFrame.Header,
        reason: FrameLedger.DropReason,
        from connection: CaptureConnection
    ) { state.withLock { $0.drops.append(reason) } }

    func audioDataOutput(
        _ output: CaptureAudioDataOutput, didOutput sampleBuffer: AudioSampleBuffer,
        from connection: CaptureConnection
    ) { state.withLock { $0.audio.append(sampleBuffer) } }

    func audioDataOutput(
        _ output: CaptureAudioDataOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection
    ) { state.withLock { $0.audioNotices.append(notice) } }
}
