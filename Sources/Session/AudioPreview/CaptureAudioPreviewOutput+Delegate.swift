// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureAudioPreviewOutput {
    /// Hears of the device of an ``CaptureAudioPreviewOutput``.
    public protocol Delegate: AnyObject, Sendable {
        /// The device cannot be opened, or failed: nothing is heard until the session starts again. Called
        /// at most once a start, on the output's thread.
        func audioPreviewOutput(
            _ output: CaptureAudioPreviewOutput, didFailWith error: FacecapError)
    }
}
