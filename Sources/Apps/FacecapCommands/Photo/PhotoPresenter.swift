import Facecap

/// Shows nothing of a session's frames: the photos speak for themselves.
final class PhotoPresenter: LivePresenter {
    func show(_ observation: FaceObservation, of scene: LiveScene) {}
}
