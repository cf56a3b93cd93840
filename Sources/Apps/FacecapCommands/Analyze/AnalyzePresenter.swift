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
        add(observation, frameRate: scene.camera.frameRate)
    }

    func show(_ notice: CaptureDelivery.Notice, of scene: RunScene) { sidecars.append(notice) }

    /// Keeps a frame.
    ///
    /// - Parameter frameRate: nominal frames a second; `nil` when unknown.
    func add(_ observation: FaceObservation, frameRate: Double?) {
        var observation = observation
        collector?.move(&observation)
        counts.withLock { $0.add(observation) }
        collector?.append(observation, frameRate: frameRate)
        sidecars.append(observation)
    }

    /// Keeps something that happened between two frames.
    func add(_ event: StreamEvent) { sidecars.append(event) }

    /// Keeps that of a stretch of the video nothing is known.
    ///
    /// - Parameters:
    ///   - times: when its first frame is shown, and the one after it.
    ///   - numbers: the numbers of those frames.
    func addGap(
        _ times: (start: MediaTime, end: MediaTime), frames numbers: (start: Int, end: Int?)
    ) {
        let start = collector?.copiedTime(ofFrame: numbers.start) ?? times.start
        let end = numbers.end.flatMap { collector?.copiedTime(ofFrame: $0) } ?? times.end
        collector?.appendGap(from: start)
        sidecars.append(.gap(start: start, duration: end.since(start)))
    }
}
