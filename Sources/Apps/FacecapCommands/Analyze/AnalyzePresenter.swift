// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Keeps what is found in a video, for a movie and for the files beside it.
final class AnalyzePresenter: RunPresenter {
    private let collector: FaceTrackCollector?
    private let sidecars: Sidecars
    private let counts = Mutex(AnalyzeSummary())

    init(collector: FaceTrackCollector?, sidecars: Sidecars) {
        self.collector = collector
        self.sidecars = sidecars
    }

    /// What was found so far.
    var summary: AnalyzeSummary { counts.withLock { $0 } }

    func show(_ observation: FaceObservation, of scene: RunScene) {
        counts.withLock { $0.add(observation) }
        collector?.append(observation, frameRate: scene.camera.frameRate)
        sidecars.append(observation)
    }

    func show(_ notice: CaptureDelivery.Notice, of scene: RunScene) { sidecars.append(notice) }
}
