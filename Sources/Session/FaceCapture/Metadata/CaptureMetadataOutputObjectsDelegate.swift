// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// Receives what a ``CaptureMetadataOutput`` finds, on its metadata queue: a slow delegate makes a live
/// session skip analysis and a file wait.
public protocol CaptureMetadataOutputObjectsDelegate: AnyObject, Sendable {
    /// The faces of one frame; called for every frame that entered the session, in order.
    func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection)
    /// Something that happened between two frames.
    func metadataOutput(
        _ output: CaptureMetadataOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection)
}

extension CaptureMetadataOutputObjectsDelegate {
    /// Ignores the notice.
    public func metadataOutput(
        _ output: CaptureMetadataOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection
    ) {}
}
