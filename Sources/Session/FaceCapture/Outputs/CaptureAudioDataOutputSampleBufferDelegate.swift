// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples

/// Receives the audio of an ``CaptureAudioDataOutput``, on its own thread.
public protocol CaptureAudioDataOutputSampleBufferDelegate: AnyObject, Sendable {
    /// A stretch of audio, in order.
    func audioDataOutput(
        _ output: CaptureAudioDataOutput, didOutput sampleBuffer: AudioSampleBuffer,
        from connection: CaptureConnection)
    /// Something that happened between two stretches of audio.
    func audioDataOutput(
        _ output: CaptureAudioDataOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection)
}

extension CaptureAudioDataOutputSampleBufferDelegate {
    /// Ignores the notice.
    public func audioDataOutput(
        _ output: CaptureAudioDataOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection
    ) {}
}
