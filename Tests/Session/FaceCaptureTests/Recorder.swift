import CaptureSamples
import FaceCapture
import FaceValues
import Synchronization

/// Keeps all that the outputs deliver.
final class Recorder: MetadataOutputDelegate, VideoDataOutputDelegate, AudioDataOutputDelegate {
    struct Content {
        var observations: [FaceObservation] = []
        var notices: [CaptureNotice] = []
        var frames: [FrameID] = []
        var drops: [DropReason] = []
        var sound: [AudioSampleBuffer] = []
        var soundNotices: [CaptureNotice] = []
    }

    private let state = Mutex(Content())

    var content: Content { state.withLock { $0 } }

    func metadataOutput(
        _ output: MetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) { state.withLock { $0.observations.append(observation) } }

    func metadataOutput(
        _ output: MetadataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) { state.withLock { $0.notices.append(notice) } }

    func videoDataOutput(
        _ output: VideoDataOutput, didOutput frame: CapturedFrame,
        observation: FaceObservation?, from connection: CaptureConnection
    ) { state.withLock { $0.frames.append(frame.id) } }

    func videoDataOutput(
        _ output: VideoDataOutput, didDrop frame: FrameHeader, reason: DropReason,
        from connection: CaptureConnection
    ) { state.withLock { $0.drops.append(reason) } }

    func audioDataOutput(
        _ output: AudioDataOutput, didOutput sampleBuffer: AudioSampleBuffer,
        from connection: CaptureConnection
    ) { state.withLock { $0.sound.append(sampleBuffer) } }

    func audioDataOutput(
        _ output: AudioDataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) { state.withLock { $0.soundNotices.append(notice) } }
}
