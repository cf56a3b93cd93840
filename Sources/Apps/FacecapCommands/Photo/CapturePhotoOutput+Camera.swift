// SPDX-License-Identifier: Apache-2.0
import Facecap

extension CapturePhotoOutput {
    /// An output of a camera in its session, whose photos are displayed as positions are.
    ///
    /// - Parameter redaction: how faces are covered; `nil` for not at all.
    convenience init(
        of camera: RunCamera, redaction: RedactionSettings?, in session: CaptureSession
    ) async throws(FacecapError) {
        self.init(redaction: redaction)
        try await camera.addOutput(self, to: session)
    }
}
