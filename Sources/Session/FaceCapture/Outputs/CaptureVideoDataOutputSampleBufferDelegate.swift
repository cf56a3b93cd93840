// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

/// Receives the frames of a ``CaptureVideoDataOutput``, each of which comes once, whole or as what is left of it.
public protocol CaptureVideoDataOutputSampleBufferDelegate: AnyObject, Sendable {
    /// A frame, in order; on the output's thread `fc.video`, or on one of the session where the output was made
    /// to call its delegate at once.
    ///
    /// - Parameters:
    ///   - output: the output that hands it out.
    ///   - frame: the frame; whoever keeps a camera's keeps one of the driver's few buffers.
    ///   - observation: what was found in it; `nil` where the output does not include faces, where
    ///     nobody looks for any, and where that has not come in time.
    ///   - connection: where it comes from, with its orientation and mirroring.
    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didOutput frame: CapturedFrame,
        observation: FaceObservation?,
        from connection: CaptureConnection)
    /// A frame that was discarded, in its place among the others.
    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didDrop frame: CapturedFrame.Header,
        reason: FrameLedger.DropReason,
        from connection: CaptureConnection)
}

extension CaptureVideoDataOutputSampleBufferDelegate {
    /// Ignores the loss.
    public func videoDataOutput(
        _ output: CaptureVideoDataOutput, didDrop frame: CapturedFrame.Header,
        reason: FrameLedger.DropReason,
        from connection: CaptureConnection
    ) {}
}
