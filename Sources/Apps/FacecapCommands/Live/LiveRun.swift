import FacePreview
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
        let presenter = makePresenter(of: live, standardOutput)
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
            by: [preview, try makeWebViewer(live.cameras)]
                + settings.annotation.makeViewers(
                    writingTo: context.output, stopRequest: stopRequest))
        let signals = SignalWatcher { _ in stopRequest.make() }
        let screen = presenter as? ScreenPresenter
        presenter.begin()
        let keys = try show(screen, audience.console, stopRequest)
        defer {
            if screen != nil { TerminalGuard.release() }
            audience.console.show(onScreen: nil)
        }
        let reason = try await live.session.run(stopRequest)
        audience.finish()
        let failure = finish(viewing, audience.console).map { CaptureSession.StopReason.error($0) }
        // The records end as those of a camera that fails.
        if let failure { presenter.show(.ended(failure), of: live.cameras[0].scene) }
        let ending = RunEnding(failure ?? reason, cause: stopRequest.cause)
        presenter.end(ending, ledgers: live.ledgers, lostAudioCount: nil)
        audience.console.show(onScreen: nil)
        withExtendedLifetime((signals, keys)) {}
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

    private func makeWebViewer(_ cameras: [LiveCamera]) throws(FacecapError) -> WebViewer? {
        guard let serving = settings.serving else { return nil }
        return try WebViewer(serving, cameras: cameras, options: settings.streamOptions)
    }

    /// Keeps messages off the screen where it is the same terminal, and lets `q` end the run.
    private func show(
        _ screen: ScreenPresenter?, _ console: LiveConsole, _ stopRequest: StopRequest
    ) throws(FacecapError) -> RequestReader? {
        guard let screen else { return nil }
        if isatty(context.messages.descriptor) == 1 {
            console.show(onScreen: { [weak screen] in screen?.note($0) })
        }
        guard settings.leavesStandardInput, isatty(STDIN_FILENO) == 1 else { return nil }
        return try RequestReader(showTyped: { _ in }) { line in
            if line == "q" { stopRequest.make(.request) }
        }
    }

    private func makePresenter(of live: LiveSession, _ output: LiveOutput) -> any LivePresenter {
        let scenes = live.cameras.map(\.scene)
        if settings.annotation.usesStandardOutput { return SilentPresenter() }
        if settings.writesJSON {
            return JSONPresenter(scenes: scenes, options: settings.streamOptions, output: output)
        }
        let descriptor = context.output.descriptor
        guard isatty(descriptor) == 1, settings.preview != .terminal else {
            return TablePresenter(
                scenes: scenes, output: output,
                showsFaces: isatty(descriptor) != 1 || settings.preview != .terminal)
        }
        guard TerminalGuard.canHold(descriptor) else {
            return TablePresenter(scenes: scenes, output: output)
        }
        return ScreenPresenter(
            scenes: scenes, output: output, descriptor: descriptor,
            ledger: { live.cameras[$0].output.ledger })
    }
}
