import Facecap

/// Keeps what is found in a film, for a movie and for the files beside it.
final class AnalyzePresenter: LivePresenter {
    private let collector: FaceTrackCollector?
    private let sidecars: Sidecars

    init(collector: FaceTrackCollector?, sidecars: Sidecars) {
        self.collector = collector
        self.sidecars = sidecars
    }

    func show(_ observation: FaceObservation, of scene: LiveScene) {
        collector?.append(observation)
        sidecars.append(observation, from: scene.connection)
    }

    func show(_ notice: CaptureNotice, of scene: LiveScene) { sidecars.append(notice) }
}
