// SPDX-License-Identifier: Apache-2.0
import FacePreview
import Facecap
import Glibc

/// One run of `live`: a session from the options, until its end.
struct LiveRun: CaptureRun {
    /// What is open while it runs.
    struct Stage: RunStage {
        let preview: RunPreview?
        let live: RunSession
        /// Of each camera, in the working directory; none without a preview, which asks for them.
        let stills: [CameraStills]

        var session: CaptureSession { live.session }

        func close() { preview?.close() }
    }

    /// Who hears and sees what is captured.
    struct Observers {
        let output: RunOutput
        let presenter: any RunPresenter
        let audience: RunAudience
        let viewing: RunViewing
        /// Where browsers see it.
        let places: [String]
    }

    let settings: LiveSettings
    let context: CommandContext

    func open() async throws(FacecapError) -> Stage {
        let preview = try RunPreview(settings.run, context)
        let live = try await RunSession(settings: settings.run, messages: context.messages)
        var stills: [CameraStills] = []
        for camera in preview == nil ? [] : live.cameras {
            let path = "facecap".adding(camera: camera.scene.camera.name)
            stills.append(try await CameraStills(of: camera, beside: path, in: live.session))
        }
        return Stage(preview: preview, live: live, stills: stills)
    }

    func observe(
        _ stage: Stage, _ stopRequest: StopRequest
    ) async throws(FacecapError) -> Observers {
        let standardOutput = context.output.ending(with: stopRequest)
        let output = RunOutput(standardOutput) { stopRequest.make($0) }
        let webViewer = try settings.serving.map { serving throws(FacecapError) in
            try WebViewer(
                serving, cameras: stage.live.cameras, options: settings.run.stream.encoderOptions)
        }
        let places = webViewer?.places ?? []
        let presenter = makePresenter(of: stage.live, output, watchedAt: places)
        let audience = RunAudience(
            of: stage.live, presenter: presenter,
            showsStatistics: settings.run.showsStatistics,
            console: RunConsole(
                context.messages, progress: ProgressBar(stage.live, writesData: true, context)))
        let viewing = try await RunViewing(
            of: stage.live,
            by: [stage.preview, webViewer]
                + settings.annotation.makeViewers(
                    writingTo: standardOutput, stopRequest: stopRequest))
        return Observers(
            output: output, presenter: presenter, audience: audience, viewing: viewing,
            places: places)
    }

    func present(
        _ stage: Stage, to observers: Observers, _ stopRequest: StopRequest
    ) throws(FacecapError) -> [any AnyObject & Sendable] {
        let console = observers.audience.console
        let requests = RunRequests(
            of: stage.live, stills: stage.stills, stopRequest: stopRequest, console: console)
        stage.preview?.begin(PreviewControls(of: stage.live, requests, console))
        let signals = SignalWatcher { _ in stopRequest.make() }
        // A screen gives back what was written before it.
        observers.places.forEach(console.say)
        observers.presenter.begin()
        let screen = observers.presenter as? ScreenPresenter
        let hold = screen.map { ScreenHold($0, console, context.messages) }
        // On a screen nothing else may be shown.
        var showTyped: (@Sendable (String) -> Void)?
        if screen != nil { showTyped = { _ in } }
        let keys =
            readsLines(isOnScreen: screen != nil)
            ? try RequestReader(showTyped: showTyped) { line in
                RecordingRequest.read(
                    line, among: ["zoom", "stop", "q"],
                    usage: "; say zoom FACTOR [TIME], or stop (q)",
                    say: { console.say($0) }, fulfil: requests.fulfil)
            } : nil
        let kept: [(any AnyObject & Sendable)?] = [signals, hold, keys]
        return kept.compactMap(\.self)
    }

    /// Whether lines are read from standard input: where a terminal shows the faces, and where the zoom is to be
    /// changed.
    private func readsLines(isOnScreen: Bool) -> Bool {
        guard !settings.run.source.readsStandardInput, !settings.run.display.takesKeyboard else {
            return false
        }
        return isOnScreen && isatty(STDIN_FILENO) == 1 || settings.run.source.zoomFactor != nil
    }

    func finish(
        _ stage: Stage, _ observers: Observers, _ ending: RunEnding
    ) throws(FacecapError) -> ExitCode {
        let (audience, presenter) = (observers.audience, observers.presenter)
        var ending = ending
        audience.finish()
        for stills in stage.stills { stills.finish() }
        let failure = observers.viewing.finish()
        if settings.run.showsStatistics {
            observers.viewing.summaries.forEach(audience.console.say)
        }
        audience.console.show(in: nil)
        if let failure, ending.error == nil {
            ending = ending.replaced(by: failure)
            // The records end as those of a camera that fails.
            presenter.show(.ended(.error(failure)), of: stage.live.cameras[0].scene)
        } else if let failure {
            audience.console.say(failure.ofCommand.message)
        }
        presenter.end(ending, ledgers: stage.live.ledgers, lostAudioCount: nil)
        audience.console.show(onScreen: nil)
        try observers.output.check()
        return try audience.exitCode(ending)
    }

    private func makePresenter(
        of live: RunSession, _ output: RunOutput, watchedAt places: [String]
    ) -> any RunPresenter {
        let scenes = live.cameras.map(\.scene)
        if settings.annotation.usesStandardOutput { return SilentPresenter() }
        if settings.run.stream.writesJSON {
            return JSONPresenter(
                scenes: scenes, options: settings.run.stream.encoderOptions, output: output)
        }
        let descriptor = context.output.descriptor
        let isPreviewed = settings.run.display.preview == .terminal
        guard !isPreviewed, TerminalGuard.canHold(descriptor) else {
            return TablePresenter(
                scenes: scenes, output: output,
                showsFaces: !isPreviewed || isatty(descriptor) != 1)
        }
        let readsKeys = readsLines(isOnScreen: true) && TerminalGuard.canHold(STDIN_FILENO)
        return ScreenPresenter(
            scenes: scenes, output: output, descriptor: descriptor, places: places,
            usage: readsKeys ? "q ends it" : "Ctrl-C ends it",
            ledger: { live.cameras[$0].output.ledger })
    }
}
