import Facecap

/// Hands the pictures of one camera to a viewer, each together with its faces.
final class FrameFeed: DataOutputSynchronizerDelegate {
    private let viewer: any FrameViewer
    private let scene: LiveScene
    private let pictures: VideoDataOutput
    private let faces: MetadataOutput
    private let synchronizer: DataOutputSynchronizer

    /// Adds an output to the camera's session.
    init(
        _ viewer: any FrameViewer, of camera: LiveCamera, in session: CaptureSession
    ) async throws(FacecapError) {
        self.viewer = viewer
        scene = camera.scene
        faces = camera.output
        pictures = VideoDataOutput()
        let discards = !viewer.needsEveryFrame || camera.input.isLive != false
        synchronizer = try DataOutputSynchronizer(
            dataOutputs: [pictures, faces], alwaysDiscardsLateData: discards)
        synchronizer.setDelegate(self)
        viewer.follow(faces, ofCamera: scene.index)
        try await session.addOutput(pictures, from: [camera.input])
    }

    /// Shows what still waits, once the session has stopped.
    func finish() {
        synchronizer.finish()
        // It held on to the feed.
        synchronizer.setDelegate(nil)
    }

    func dataOutputSynchronizer(
        _ synchronizer: DataOutputSynchronizer, didOutput collection: SynchronizedDataCollection
    ) {
        guard case .frame(let frame) = collection[pictures] else { return }
        var observation: FaceObservation?
        if case .observation(let faces) = collection[faces] { observation = faces }
        viewer.show(frame, observation, of: scene)
    }
}
