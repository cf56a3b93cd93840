// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Those who are told what a session finds: an observer of each camera and of the microphone, with one
/// console.
struct RunAudience: Sendable {
    let console: RunConsole
    private let live: RunSession
    /// One for each camera.
    let observers: [CameraObserver]
    let microphone: MicrophoneObserver?

    /// Sets the observers of the session's devices.
    init(
        of live: RunSession, presenter: any RunPresenter, showsStatistics: Bool,
        console: RunConsole
    ) {
        self.live = live
        self.console = console
        observers = live.cameras.map { camera in
            CameraObserver(
                scene: camera.scene, presenter: presenter,
                statistics: showsStatistics ? RunStatistics() : nil, console: console)
        }
        for (camera, observer) in zip(live.cameras, observers) {
            camera.output.setMetadataObjectsDelegate(observer)
        }
        microphone = live.microphone.map { _ in
            MicrophoneObserver(
                presenter: presenter, showsStatistics: showsStatistics, console: console)
        }
        live.microphone?.output.setSampleBufferDelegate(microphone)
    }

    /// Takes the progress away and says what was asked for at the end.
    func finish() {
        console.eraseProgress()
        for (observer, ledger) in zip(observers, live.ledgers) { observer.finish(ledger: ledger) }
        microphone?.finish()
    }

    /// How a run ended that nothing else went wrong in; throws what has not been said yet.
    func exitCode(_ ending: RunEnding) throws(FacecapError) -> ExitCode {
        if let failure = observers.compactMap(\.failure).first { return ExitCode(failure.code) }
        if let error = ending.error { throw error }
        return .success
    }
}
