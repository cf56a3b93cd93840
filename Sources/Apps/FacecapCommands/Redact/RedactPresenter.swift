// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Makes the plan of what is hidden while a video is looked at, and keeps its faces for the copy.
final class RedactPresenter: RunPresenter {
    private let state: Mutex<RedactionPlan>
    private let warnings = Mutex<[String]>([])
    private let collector: FaceTrackCollector

    init(settings: RedactionSettings, collector: FaceTrackCollector) {
        state = Mutex(RedactionPlan(settings: settings))
        self.collector = collector
    }

    /// The plan of all that was shown.
    var plan: RedactionPlan { state.withLock { $0 } }

    /// What is wrong with the video, as its user was told.
    var said: [String] { warnings.withLock { $0 } }

    func show(_ observation: FaceObservation, of scene: RunScene) {
        state.withLock { $0.append(observation) }
        collector.append(observation, frameRate: scene.camera.frameRate)
    }

    func show(_ notice: CaptureDelivery.Notice, of scene: RunScene) {
        if case .warning(let error) = notice { warnings.withLock { $0.append(error.message) } }
    }
}
