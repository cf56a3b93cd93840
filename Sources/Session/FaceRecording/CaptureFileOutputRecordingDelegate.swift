// SPDX-License-Identifier: Apache-2.0
/// Told what happens to a recording, on its own thread and in order: a slow delegate makes the
/// recording fall behind.
public protocol CaptureFileOutputRecordingDelegate: AnyObject, Sendable {
    /// Something happened.
    func movieFileOutput(
        _ output: CaptureMovieFileOutput, didReceive event: CaptureMovieFileOutput.Event)
}
