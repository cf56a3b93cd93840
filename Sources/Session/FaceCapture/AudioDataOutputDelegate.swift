public import CaptureSamples

/// Receives the sound of an ``AudioDataOutput``, on its own thread.
public protocol AudioDataOutputDelegate: AnyObject, Sendable {
    /// A stretch of sound, in order.
    func audioDataOutput(
        _ output: AudioDataOutput, didOutput sampleBuffer: AudioSampleBuffer,
        from connection: CaptureConnection)
    /// Something that happened between two stretches of sound.
    func audioDataOutput(
        _ output: AudioDataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection)
}

extension AudioDataOutputDelegate {
    /// Ignores the notice.
    public func audioDataOutput(
        _ output: AudioDataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) {}
}
