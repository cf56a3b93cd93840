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
        var notices: [CaptureNotice] = []
        var frames: [FrameID] = []
        var drops: [DropReason] = []
        var audio: [AudioSampleBuffer] = []
        var audioNotices: [CaptureNotice] = []
    }

    private let state = Mutex(Content())

    var content: Content { state.withLock { $0 } }

    func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) { state.withLock { $0.observations.append(observation) } }

    func metadataOutput(
        _ output: CaptureMetadataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) { state.withLock { $0.notices.append(notice) } }

    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didOutput frame: CapturedFrame,
        observation: FaceObservation?, from connection: CaptureConnection
    ) { state.withLock { $0.frames.append(frame.id) } }

    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didDrop frame: FrameHeader, reason: DropReason,
        from connection: CaptureConnection
    ) { state.withLock { $0.drops.append(reason) } }

    func audioDataOutput(
        _ output: CaptureAudioDataOutput, didOutput sampleBuffer: AudioSampleBuffer,
        from connection: CaptureConnection
    ) { state.withLock { $0.audio.append(sampleBuffer) } }

    func audioDataOutput(
        _ output: CaptureAudioDataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) { state.withLock { $0.audioNotices.append(notice) } }
}
