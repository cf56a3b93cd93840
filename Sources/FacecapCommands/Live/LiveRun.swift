import Facecap
import Glibc

/// One run of `live`: a session from the options, until its end.
struct LiveRun {
    let settings: LiveSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        let preview = try LivePreview(settings, context)
        defer { preview?.close() }
        let live = try await LiveSession(settings: settings, messages: context.messages)
        let stopRequest = StopRequest(session: live.session)
        let standardOutput = LiveOutput(context.output) { stopRequest.make() }
        let presenter = makePresenter(live.cameras.map(\.scene), standardOutput)
        let audience = LiveAudience(
            of: live, presenter: presenter, showsStatistics: settings.showsStatistics,
            console: LiveConsole(
                context.messages,
                progress: ProgressBar(
                    live, isQuiet: settings.isQuiet, writesData: true, context)))
        preview?.begin(
            PreviewControls(
                of: live, stills: preview == nil ? [] : try await makeStills(of: live),
                stopRequest: stopRequest, console: audience.console))
        let viewing = try await LiveViewing(
            of: live,
            by: [preview, try makeWebViewer(live.cameras.map(\.scene))]
                + settings.annotation.makeViewers(
                    writingTo: context.output, stopRequest: stopRequest))
        let signals = SignalWatcher { _ in stopRequest.make() }
        presenter.begin()
        let reason = try await live.session.run(stopRequest)
        audience.finish()
        let failure = finish(viewing, audience.console).map { StopReason.error($0) }
        // The records end as those of a camera that fails.
        if let failure { presenter.show(.ended(failure), of: live.cameras[0].scene) }
        let ending = RunEnding(failure ?? reason, cause: stopRequest.cause)
        presenter.end(ending, ledgers: live.ledgers, lostSoundCount: nil)
        withExtendedLifetime(signals) {}
        try standardOutput.check()
        return try audience.exitCode(ending)
    }

    /// Closes the viewers; what went wrong.
    private func finish(_ viewing: LiveViewing, _ console: LiveConsole) -> FacecapError? {
        defer {
            if settings.showsStatistics { viewing.summaries.forEach(console.say) }
            console.show(in: nil)
        }
        do throws(FacecapError) {
            try viewing.finish()
            return nil
        } catch {
            return error
        }
    }

    /// Stills of each camera, in the working directory.
    private func makeStills(of live: LiveSession) async throws(FacecapError) -> [CameraStills] {
        var stills: [CameraStills] = []
        for camera in live.cameras {
            let path = "facecap".adding(camera: camera.scene.camera.name)
            stills.append(try await CameraStills(of: camera, beside: path, in: live.session))
        }
        return stills
    }

    private func makeWebViewer(_ scenes: [LiveScene]) throws(FacecapError) -> WebViewer? {
        guard let serving = settings.serving else { return nil }
        return try WebViewer(serving, scenes: scenes, options: settings.streamOptions)
    }

    private func makePresenter(
        _ scenes: [LiveScene], _ output: LiveOutput
    ) -> any LivePresenter {
        if settings.annotation.usesStandardOutput { return SilentPresenter() }
        guard settings.writesJSON else {
            let isTerminal = isatty(context.output.descriptor) == 1
            return TablePresenter(
                scenes: scenes, output: output, isTerminal: isTerminal,
                showsFaces: !isTerminal || settings.preview != .terminal)
        }
        return JSONPresenter(scenes: scenes, options: settings.streamOptions, output: output)
    }
}
