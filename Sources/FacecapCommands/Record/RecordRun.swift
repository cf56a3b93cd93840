import Facecap
import Glibc

/// One run of `record`: a session that writes a movie, until its end.
struct RecordRun {
    let settings: RecordSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        try checkPath()
        let live = try await LiveSession(
            settings: settings.live, fileOptions: settings.fileOptions, messages: context.messages)
        let movie = MovieFileOutput(metadataOutput: live.output)
        try await live.session.addOutput(movie)
        if settings.wantsSound, !hasSound(live.input) {
            context.messages.say("\(live.input.device.localizedName) has no sound to record")
        }
        let stopRequest = StopRequest(session: live.session)
        let standardOutput = LiveOutput(context.output) { stopRequest.make() }
        let sidecars = try Sidecars(
            settings.sidecars, besideMovie: settings.recording.path, info: live.scene.exportInfo,
            overwriting: settings.recording.overwritesExistingFiles)
        let stream = JSONPresenter(
            scene: live.scene, options: settings.live.streamOptions, output: standardOutput)
        let presenter = RecordPresenter(
            stream: settings.live.writesJSON ? stream : nil, sidecars: sidecars)
        let observer = LiveObserver(
            presenter: presenter,
            statistics: settings.live.showsStatistics ? LiveStatistics() : nil,
            messages: context.messages, progress: progress(of: movie, live.output))
        live.output.setMetadataObjectsDelegate(observer)
        let monitor = RecordMonitor(
            isQuiet: settings.live.isQuiet, isSeries: settings.isSeries,
            goesOnAfterFailure: settings.live.writesJSON, stopRequest: stopRequest,
            say: { observer.say($0) })
        movie.setRecordingDelegate(monitor)
        var recording = settings.recording
        recording.metadata += DetectorMetadata.items(live.scene.header)
        movie.startRecording(recording)
        for marker in settings.markers { movie.addMarker(marker) }

        let control = RecordControl(
            movie: movie, stopRequest: stopRequest, moviePath: settings.recording.path,
            readsLines: settings.live.source != .file("-"), say: { observer.say($0) })
        presenter.begin()
        let reason = try await live.run(stopRequest)
        observer.finish(ledger: live.output.ledger)
        let ending = RunEnding(reason, cause: stopRequest.cause)
        presenter.end(ending, ledger: live.output.ledger)
        withExtendedLifetime(control) {}
        sayHowItWent(monitor, movie, live.output.ledger)
        try sidecars.finish(reason: ending.name)
        try standardOutput.check()
        if let error = ending.error { throw error }
        return switch monitor.outcome {
        case .failed(let error): ExitCode(error.code)
        case .cancelled: .interrupted
        case .completed, nil: .success
        }
    }

    /// Says what is wrong with the path before anything is opened or written.
    private func checkPath() throws(FacecapError) {
        do throws(FacecapError) {
            try settings.recording.checkPath()
        } catch {
            guard error.systemError == EEXIST else { throw error }
            throw FacecapError(
                .outputFailed, "\(settings.recording.path) exists; use --force to replace it.",
                errno: EEXIST)
        }
    }

    private func hasSound(_ input: DeviceInput) -> Bool {
        settings.recording.audio == .passthrough
            ? input.encodedFormats.audio != nil : input.audioFormat != nil
    }

    private func progress(
        of movie: MovieFileOutput, _ output: MetadataOutput
    ) -> RecordingProgress? {
        guard !settings.live.isQuiet, isatty(context.messages.descriptor) == 1 else { return nil }
        return RecordingProgress { (movie.status, output.ledger) }
    }

    private func sayHowItWent(
        _ monitor: RecordMonitor, _ movie: MovieFileOutput, _ ledger: FrameLedger
    ) {
        guard monitor.outcome == .completed, !settings.live.isQuiet else { return }
        let status = movie.status
        let files = monitor.paths.count
        let name = files == 1 ? monitor.paths[0] : "\(files) files"
        let dropped = ledger.dropped.values.reduce(0, +)
        context.messages.say(
            "recorded \(RecordingSummary.text(duration: status.duration, byteCount: status.byteCount))"
                + ", \(status.frameCount) frames, \(ledger.analysed) analysed, \(dropped) dropped"
                + ", in \(name)")
    }
}
