// SPDX-License-Identifier: Apache-2.0
/// Told what happens to a recording, on its own thread and in order: a slow delegate makes the
/// recording fall behind. What is refused as no session runs is told on the thread that asked for it.
public protocol CaptureFileOutputRecordingDelegate: AnyObject, Sendable {
    /// Something happened.
    func movieFileOutput(
        _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event)
}
