internal import CaptureSamples
internal import FaceValues

/// Hears what one output delivers, for the synchronizer.
final class SynchronizedReceiver: VideoDataOutputDelegate, AudioDataOutputDelegate,
    DepthDataOutputDelegate, ObservedFrameOutputDelegate
{
    private let queue: SynchronizerQueue
    private let index: Int

    init(_ queue: SynchronizerQueue, index: Int) {
        self.queue = queue
        self.index = index
    }

    func videoDataOutput(
        _ output: VideoDataOutput, didOutput frame: CapturedFrame,
        from connection: CaptureConnection
    ) { queue.add(.frame(frame), at: frame.sampleBuffer.presentationTime, of: index) }

    func videoDataOutput(
        _ output: VideoDataOutput, didDrop frame: FrameHeader, reason: DropReason,
        from connection: CaptureConnection
    ) { queue.add(.droppedFrame(frame, reason), at: frame.presentationTime, of: index) }

    func observedFrameOutput(
        _ output: ObservedFrameOutput, didOutput frame: ObservedFrame<CapturedFrame>,
        from connection: CaptureConnection
    ) { queue.add(.observedFrame(frame), at: frame.header.presentationTime, of: index) }

    func depthDataOutput(
        _ output: DepthDataOutput, didOutput depthData: DepthData,
        from connection: CaptureConnection
    ) { queue.add(.depth(depthData), at: depthData.presentationTime, of: index) }

    func depthDataOutput(
        _ output: DepthDataOutput, didDrop frame: FrameHeader, reason: DropReason,
        from connection: CaptureConnection
    ) { queue.add(.droppedFrame(frame, reason), at: frame.presentationTime, of: index) }

    func audioDataOutput(
        _ output: AudioDataOutput, didOutput sampleBuffer: AudioSampleBuffer,
        from connection: CaptureConnection
    ) {
        let time = sampleBuffer.presentationTime
        let length = Double(sampleBuffer.frameCount) / Double(max(1, sampleBuffer.sampleRate))
        queue.add(
            .sound([sampleBuffer]), at: time, endSeconds: time.seconds + length, of: index)
    }
}
