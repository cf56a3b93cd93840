// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// Stills of one camera, taken while something else goes on.
struct CameraStills: Sendable {
    private let photos: CapturePhotoOutput
    private let paths: UnusedPaths
    private let scene: RunScene

    /// Adds an output to the camera's session.
    ///
    /// - Parameters:
    ///   - path: beside which stills are saved that have no path of their own: `name-still-1.jpg`.
    ///   - redaction: how faces are covered in them; `nil` for not at all.
    init(
        of camera: RunCamera, beside path: String, redaction: RedactionSettings? = nil,
        in session: CaptureSession
    ) async throws(FacecapError) {
        scene = camera.scene
        paths = UnusedPaths(after: 0) { "\(path.withoutPathExtension)-still-\($0).jpg" }
        photos = try await CapturePhotoOutput(of: camera, redaction: redaction, in: session)
    }

    /// Saves a frame with its faces; at `path`, of several cameras with the camera's name.
    ///
    /// - Parameter delegate: told what became of it.
    func take(path: String?, delegate: any CapturePhotoCaptureDelegate) {
        let path = path?.adding(camera: scene.camera.name) ?? paths.next()
        photos.capturePhoto(with: .oneFrame(path: path), delegate: delegate)
    }

    /// Tells of the stills that were asked for when the session was over.
    func finish() { photos.endCallsWithoutSession() }
}
