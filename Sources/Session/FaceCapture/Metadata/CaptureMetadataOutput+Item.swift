// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

extension CaptureMetadataOutput {
    /// What waits in the metadata queue.
    enum Item: Sendable {
        case frame(CapturedFrame, CaptureConnection)
        case passed(CapturedFrame.Header, FrameLedger.Outcome, CaptureConnection)
        case notice(CaptureDelivery.Notice, CaptureConnection)
        /// From here on observations go there.
        case routes([MetadataRoute])
    }
}
