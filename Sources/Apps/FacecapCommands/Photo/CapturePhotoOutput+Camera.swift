// SPDX-License-Identifier: Apache-2.0
import Facecap

extension CapturePhotoOutput {
    /// An output of a camera in its session, whose photos are displayed as positions are.
    ///
    /// - Parameters:
    ///   - redaction: how faces are covered; `nil` for not at all.
    ///   - depth: the depth camera beside it, whose distances photos have; `nil` for none.
    convenience init(
        of camera: RunCamera, redaction: RedactionSettings?, depth: RunDepth? = nil,
        in session: CaptureSession
    ) async throws(FacecapError) {
        self.init(redaction: redaction, isDepthDataDeliveryEnabled: depth != nil)
        try await camera.addOutput(self, from: depth?.input, to: session)
    }
}
