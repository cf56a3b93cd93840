// SPDX-License-Identifier: Apache-2.0
public import FaceCapture

extension CaptureAudioFileOutput {
    /// Is told what happens to a file with audio alone.
    public protocol Delegate: AnyObject, Sendable {
        /// Something happened to the file, on the output's thread.
        func audioFileOutput(
            _ output: CaptureAudioFileOutput, didReceive event: CaptureMovieFileOutput.Event)
        /// More audio is written, on the output's thread.
        func audioFileOutputDidProgress(_ output: CaptureAudioFileOutput)
        /// Something happened between two stretches of audio, on the capture thread.
        func audioFileOutput(
            _ output: CaptureAudioFileOutput, didReceive notice: CaptureDelivery.Notice,
            from connection: CaptureConnection)
    }
}
