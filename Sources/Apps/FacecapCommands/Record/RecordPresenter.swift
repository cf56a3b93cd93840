// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Writes what a recording's session finds: to standard output where that is asked for, and to the
/// files beside each movie.
final class RecordPresenter: RunPresenter {
    private let stream: JSONPresenter?
    private let recordings: [CameraRecording]

    /// - Parameter recordings: one for each camera.
    init(stream: JSONPresenter?, recordings: [CameraRecording]) {
        self.stream = stream
        self.recordings = recordings
    }

    func begin() { stream?.begin() }

    func show(_ observation: FaceObservation, of scene: RunScene) {
        stream?.show(observation, of: scene)
        recordings[scene.index].sidecars.append(observation)
    }

    func show(_ notice: CaptureDelivery.Notice, of scene: RunScene) {
        stream?.show(notice, of: scene)
        let recording = recordings[scene.index]
        recording.sidecars.append(notice)
        // The session may go on for the other cameras.
        if case .ended = notice { recording.movie.stopRecording() }
    }

    /// Shows what became of a recording.
    func show(_ event: StreamEvent, of scene: RunScene) { stream?.show(event, of: scene) }

    func showMicrophone(_ notice: CaptureDelivery.Notice, at time: MediaTime?) {
        stream?.showMicrophone(notice, at: time)
    }

    func end(_ ending: RunEnding, ledgers: [FrameLedger], lostAudioCount: Int?) {
        stream?.end(ending, ledgers: ledgers, lostAudioCount: lostAudioCount)
    }
}
