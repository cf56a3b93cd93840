// SPDX-License-Identifier: Apache-2.0
import Facecap

extension CapturePhotoOutput {
    /// An output of a camera in its session, whose photos are mirrored where positions are.
    ///
    /// - Parameter redaction: how faces are covered; `nil` for not at all.
    convenience init(
        of camera: RunCamera, redaction: RedactionSettings?, in session: CaptureSession
    ) async throws(FacecapError) {
        self.init(redaction: redaction)
        try await session.addOutput(self, from: [camera.input])
        await session.connection(to: self)?.isVideoMirrored =
            camera.scene.connection.isVideoMirrored
    }
}
