import Facecap
import Synchronization

/// Hands what the session finds to the presenter, and keeps people informed beside it.
final class LiveObserver: MetadataOutputDelegate {
    private let presenter: any LivePresenter
    private let statistics: LiveStatistics?
    private let messages: Messages
    private let progress: Mutex<(any ProgressDisplay)?>

    init(
        presenter: any LivePresenter, statistics: LiveStatistics?, messages: Messages,
        progress: (any ProgressDisplay)?
    ) {
        self.presenter = presenter
        self.statistics = statistics
        self.messages = messages
        self.progress = Mutex(progress)
    }

    func metadataOutput(
        _ output: MetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {
        presenter.metadataOutput(output, didOutput: observation, from: connection)
        statistics?.record(observation)
        let bar = progress.withLock { $0?.update(observation.frame.number + 1) }
        if let bar { messages.show(bar) }
    }

    func metadataOutput(
        _ output: MetadataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) {
        presenter.metadataOutput(output, didReceive: notice, from: connection)
        switch notice {
        case .warning(let error): say(error.message)
        case .interrupted(let reason): say("interrupted: \(reason)")
        case .interruptionEnded: say("the source gives pictures again")
        case .lost, .lostSound: break
        }
    }

    /// Takes the bar away and says what was asked for at the end.
    func finish(ledger: FrameLedger) {
        eraseProgress()
        if let statistics { messages.say(statistics.summary(ledger: ledger)) }
    }

    /// Tells the user something, in the place of the progress.
    func say(_ message: String) {
        eraseProgress()
        messages.say(message)
    }

    private func eraseProgress() {
        if let erasure = progress.withLock({ $0?.erasure }) { messages.show(erasure) }
    }
}
