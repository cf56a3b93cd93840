// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Shows a running session to its user.
protocol RunPresenter: AnyObject, Sendable {
    /// Called once, before the first frame.
    func begin()
    /// Shows a frame of a camera, on the camera's metadata queue, in order.
    func show(_ observation: FaceObservation, of scene: RunScene)
    /// Shows something that happened between two frames of a camera, on its metadata queue.
    func show(_ notice: CaptureDelivery.Notice, of scene: RunScene)
    /// Shows something that happened to the microphone, after the audio of `time`.
    func showMicrophone(_ notice: CaptureDelivery.Notice, at time: MediaTime?)
    /// Called once, after the last frame.
    ///
    /// - Parameters:
    ///   - ledgers: what became of the frames of each camera.
    ///   - lostAudioCount: sample frames that the microphone lost; `nil` without one.
    func end(_ ending: RunEnding, ledgers: [FrameLedger], lostAudioCount: Int?)
}

extension RunPresenter {
    /// Nothing has to be said before the first frame.
    func begin() {}
    /// Frames alone are shown.
    func show(_ notice: CaptureDelivery.Notice, of scene: RunScene) {}
    /// Frames alone are shown.
    func showMicrophone(_ notice: CaptureDelivery.Notice, at time: MediaTime?) {}
    /// Nothing has to be said after the last frame.
    func end(_ ending: RunEnding, ledgers: [FrameLedger], lostAudioCount: Int?) {}
}
