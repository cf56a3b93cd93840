public import FaceValues

/// Hears of the device of an ``AudioPreviewOutput``.
public protocol AudioPreviewOutputDelegate: AnyObject, Sendable {
    /// The device cannot be opened, or failed: nothing is heard until the session starts again. Called
    /// at most once a start, on the output's thread.
    func audioPreviewOutput(_ output: AudioPreviewOutput, didFailWith error: FacecapError)
}
