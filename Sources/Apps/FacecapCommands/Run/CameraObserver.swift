// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Hands what the session finds in one camera's frames to the presenter, and keeps people informed
/// beside it.
final class CameraObserver: CaptureMetadataOutputObjectsDelegate {
    private let scene: RunScene
    private let presenter: any RunPresenter
    private let statistics: RunStatistics?
    private let console: RunConsole
    private let lastFailure = Mutex<FacecapError?>(nil)
    private let isUnderPressure = Atomic(false)
    private let ended = Mutex<(@Sendable () -> Void)?>(nil)

    init(
        scene: RunScene, presenter: any RunPresenter, statistics: RunStatistics?,
        console: RunConsole
    ) {
        self.scene = scene
        self.presenter = presenter
        self.statistics = statistics
        self.console = console
    }

    /// Why the camera failed, where that has been said already: not of the only camera, whose failure
    /// is the run's own.
    var failure: FacecapError? { lastFailure.withLock { $0 } }

    /// Calls a function once the camera has ended.
    func watchEnd(_ ended: @escaping @Sendable () -> Void) {
        self.ended.withLock { $0 = ended }
    }

    func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {
        presenter.show(observation, of: scene)
        statistics?.record(observation)
        console.countFrame()
    }

    func metadataOutput(
        _ output: CaptureMetadataOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection
    ) {
        presenter.show(notice, of: scene)
        if case .ended = notice { ended.withLock(\.self)?() }
        switch notice {
        case .warning(let error): say(error.message)
        case .interrupted(let reason):
            let message = "interrupted: \(reason)"
            if notice.tellsOfExchange { remark(message) } else { say(message) }
        case .interruptionEnded(let gap):
            remark("the source gives frames again" + gap.lengthText)
        case .systemPressure(let state):
            statistics?.record(state)
            say(state)
        case .ended(.error(let error)):
            guard scene.camera.name != nil else { break }
            lastFailure.withLock { $0 = error }
            say(error.message)
        case .subjectAreaChanged: remark("the image has changed")
        case .frameDurationChanged(let duration):
            let rate = FixedDecimal(1 / duration.seconds, decimals: 2)
            remark("\(rate?.shortText ?? "other") frames a second")
        case .lost, .lostAudio, .ended: break
        }
    }

    /// Says what changes for the user: below serious nothing does.
    private func say(_ pressure: SystemPressureState) {
        let isHigh = pressure.level >= .serious
        let wasHigh = isUnderPressure.exchange(isHigh, ordering: .relaxed)
        if isHigh, !wasHigh {
            let causes = pressure.factors.map(\.rawValue).sorted().joined(separator: ", ")
            say("system pressure is \(pressure.level) (\(causes)): looking for faces less often")
        } else if wasHigh, !isHigh {
            remark("system pressure is \(pressure.level): looking for faces as before")
        }
    }

    /// Says what was asked for at the end.
    func finish(ledger: FrameLedger) {
        if let statistics { say(statistics.summary(ledger: ledger)) }
    }

    /// Tells the user something of the camera.
    func say(_ message: String) { console.say(scene.named(message)) }

    /// The same of what is neither a warning nor an error.
    func remark(_ message: String) { console.remark(scene.named(message)) }
}

extension CaptureDelivery.Gap {
    /// How long it was, to follow a message; nothing where nobody knows.
    var lengthText: String {
        wholeDuration.map { ", after \(($0.seconds * 10).rounded() / 10) s" } ?? ""
    }
}
