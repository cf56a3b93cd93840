// SPDX-License-Identifier: Apache-2.0
/// Told what happens to a recording, on its thread `fc.encode` and in order: a slow delegate makes the recording fall
/// behind.
///
/// What became of a file that was being finished, `fileFinished` as a rule, is told on the thread `fc.finish`, perhaps
/// at the same time as something else: there, a slow delegate holds up the files after it and the end of the recording,
/// and no frames. What is refused as no session runs is told on the thread that asked for it.
public protocol CaptureFileOutputRecordingDelegate: AnyObject, Sendable {
    /// Something happened.
    func movieFileOutput(
        _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event)
}
