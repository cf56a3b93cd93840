// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

/// Receives the depth images of a ``CaptureDepthDataOutput``, on its own thread.
public protocol CaptureDepthDataOutputDelegate: AnyObject, Sendable {
    /// A depth image, in order.
    func depthDataOutput(
        _ output: CaptureDepthDataOutput, didOutput depthData: DepthData,
        from connection: CaptureConnection)
    /// A depth image that was discarded, in its place among the others.
    func depthDataOutput(
        _ output: CaptureDepthDataOutput, didDrop frame: CapturedFrame.Header,
        reason: FrameLedger.DropReason,
        from connection: CaptureConnection)
}

extension CaptureDepthDataOutputDelegate {
    /// Ignores the loss.
    public func depthDataOutput(
        _ output: CaptureDepthDataOutput, didDrop frame: CapturedFrame.Header,
        reason: FrameLedger.DropReason,
        from connection: CaptureConnection
    ) {}
}
