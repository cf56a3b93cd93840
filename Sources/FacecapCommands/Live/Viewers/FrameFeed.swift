import Facecap

/// Hands the frames of one camera to a viewer, each together with its faces.
final class FrameFeed: ObservedFrameOutputDelegate {
    private let viewer: any FrameViewer
    private let scene: LiveScene

    /// Adds an output to the camera's session.
    init(
        _ viewer: any FrameViewer, of camera: LiveCamera, in session: CaptureSession
    ) async throws(FacecapError) {
        self.viewer = viewer
        scene = camera.scene
        viewer.follow(camera.output, ofCamera: scene.index)
        let output = ObservedFrameOutput(callsDelegateAtOnce: viewer.showsAtOnce)
        output.discardsLateFrames = viewer.needsEveryFrame ? nil : true
        output.setDelegate(self)
        try await session.addOutput(output, from: [camera.input])
    }

    func observedFrameOutput(
        _ output: ObservedFrameOutput, didOutput frame: ObservedFrame<CapturedFrame>,
        from connection: CaptureConnection
    ) {
        if let image = frame.frame { viewer.show(image, frame.observation, of: scene) }
    }
}
