import Facecap

/// Shows nothing, where standard output holds something else.
final class SilentPresenter: LivePresenter {
    func show(_ observation: FaceObservation, of scene: LiveScene) {}
}
