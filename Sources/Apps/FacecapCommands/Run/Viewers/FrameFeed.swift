// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Hands the frames of one camera to a viewer, each together with its faces.
final class FrameFeed: CaptureVideoDataOutputSampleBufferDelegate {
    private let viewer: any FrameViewer
    private let scene: RunScene

    /// Adds an output to the camera's session.
    init(
        _ viewer: any FrameViewer, of camera: RunCamera, in session: CaptureSession
    ) async throws(FacecapError) {
        self.viewer = viewer
        scene = camera.scene
        let output = CaptureVideoDataOutput(
            includesFaces: true, callsDelegateAtOnce: viewer.showsAtOnce)
        output.discardsLateFramesOfFiles = !viewer.needsEveryFrame
        output.setSampleBufferDelegate(self)
        try await camera.addOutput(output, to: session)
    }

    func videoDataOutput(
        _ output: CaptureVideoDataOutput, didOutput frame: CapturedFrame,
        observation: FaceObservation?,
        from connection: CaptureConnection
    ) { viewer.show(frame, observation, of: scene) }
}
