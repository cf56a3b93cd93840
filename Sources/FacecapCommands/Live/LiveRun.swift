import Facecap
import Glibc

/// One run of `live`: a session from the options, until its end.
struct LiveRun {
    let settings: LiveSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        let live = try await LiveSession(settings: settings, messages: context.messages)
        let stopRequest = StopRequest(session: live.session)
        let standardOutput = LiveOutput(context.output) { stopRequest.make() }
        let presenter = makePresenter(live.scene, standardOutput)
        let observer = LiveObserver(
            presenter: presenter, statistics: settings.showsStatistics ? LiveStatistics() : nil,
            messages: context.messages,
            progress: live.input.isLive == true
                ? nil : ProgressBar(live.scene, isQuiet: settings.isQuiet, context))
        live.output.setMetadataObjectsDelegate(observer)
        let signals = SignalWatcher { _ in stopRequest.make() }
        presenter.begin()
        let reason = try await live.run(stopRequest)
        observer.finish(ledger: live.output.ledger)
        presenter.end(
            RunEnding(reason, cause: stopRequest.cause), ledger: live.output.ledger)
        withExtendedLifetime(signals) {}
        try standardOutput.check()
        if case .error(let error) = reason { throw error }
        return .success
    }

    private func makePresenter(_ scene: LiveScene, _ output: LiveOutput) -> any LivePresenter {
        guard settings.writesJSON else {
            let isTerminal = isatty(context.output.descriptor) == 1
            return TablePresenter(scene: scene, output: output, isTerminal: isTerminal)
        }
        return JSONPresenter(scene: scene, options: settings.streamOptions, output: output)
    }
}
