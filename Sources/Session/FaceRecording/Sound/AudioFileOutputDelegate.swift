public import FaceCapture

/// Is told what happens to a file with sound alone.
public protocol AudioFileOutputDelegate: AnyObject, Sendable {
    /// Something happened to the file, on the output's thread.
    func audioFileOutput(_ output: AudioFileOutput, didReceive event: RecordingEvent)
    /// More sound is written, on the output's thread.
    func audioFileOutputDidProgress(_ output: AudioFileOutput)
    /// Something happened between two stretches of sound, on the capture thread.
    func audioFileOutput(
        _ output: AudioFileOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection)
}
