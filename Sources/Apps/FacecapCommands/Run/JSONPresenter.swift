// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Writes the stream contract to standard output, the lines of a frame as soon as it is done.
final class JSONPresenter: RunPresenter {
    private struct CameraState {
        var encoder: FaceStreamEncoder
        var lastTime: MediaTime?
    }

    private let scenes: [RunScene]
    private let output: RunOutput
    /// One for each camera.
    private let states: Mutex<[CameraState]>
    private let microphone: Mutex<FaceStreamEncoder>

    /// - Parameter scenes: what is known of each camera, at least one.
    init(scenes: [RunScene], options: FaceStreamEncoder.Options, output: RunOutput) {
        self.scenes = scenes
        self.output = output
        microphone = Mutex(
            FaceStreamEncoder(
                space: scenes[0].header.space, clock: scenes[0].clock, options: options))
        states = Mutex(
            scenes.map { scene in
                CameraState(
                    encoder: FaceStreamEncoder(
                        space: scene.header.space, clock: scene.clock, options: options,
                        camera: scene.camera.name))
            })
    }

    func begin() {
        write(of: scenes[0]) { state in state.encoder.session(scenes.header) }
    }

    func show(_ observation: FaceObservation, of scene: RunScene) {
        let transform = scene.transform(of: observation)
        let truth = scene.truth(of: observation)
        write(of: scene, areFaces: true) { state in
            state.lastTime = observation.presentationTime
            var lines = state.encoder.faces(
                observation, transform: transform, truth: truth,
                nowNanoseconds: MonotonicClock.nowNanoseconds)
            for event in StreamEvent.events(of: observation) {
                lines += state.encoder.event(
                    event, at: observation.presentationTime, transform: transform)
            }
            return lines
        }
    }

    func show(_ notice: CaptureDelivery.Notice, of scene: RunScene) {
        if let event = StreamEvent(notice) { show(event, of: scene) }
    }

    /// Writes what happened beside the frames, at the time of the newest one.
    func show(_ event: StreamEvent, of scene: RunScene) {
        write(of: scene) { state in state.encoder.event(event, at: state.lastTime) }
    }

    func showMicrophone(_ notice: CaptureDelivery.Notice, at time: MediaTime?) {
        guard let event = StreamEvent(notice) else { return }
        output.write(microphone.withLock { $0.event(event, at: time, device: "microphone") })
    }

    func end(_ ending: RunEnding, ledgers: [FrameLedger], lostAudioCount: Int?) {
        let named = zip(scenes, ledgers).map { ($0.camera.name, $1) }
        write(of: scenes[0]) { state in
            state.encoder.end(
                reason: ending.name, ledgers: named, lostAudioCount: lostAudioCount)
        }
    }

    private func write(
        of scene: RunScene, areFaces: Bool = false, _ makeLines: (inout CameraState) -> [UInt8]
    ) {
        output.write(states.withLock { makeLines(&$0[scene.index]) }, areFaces: areFaces)
    }
}
