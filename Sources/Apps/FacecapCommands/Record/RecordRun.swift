import Facecap
import Glibc

/// One run of `record`: a session that writes a movie of each camera, until its end.
struct RecordRun {
    let settings: RecordSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        for index in settings.live.sources.indices {
            let recording = settings.recording(ofSource: index)
            try Self.check(recording.path) { () throws(FacecapError) in
                try recording.checkPath()
            }
        }
        let preview = try LivePreview(settings.live, context)
        defer { preview?.close() }
        let live = try await LiveSession(
            settings: settings.live, fileOptions: settings.fileOptions, goesOnAfterFailure: true,
            microphone: settings.audio?.device(), messages: context.messages)
        let recordings = try await makeRecordings(live)
        let monitor = try await makeMonitor(live)
        let distances: DepthSidecar? =
            if let depth = live.depth {
                try await DepthSidecar(
                    of: settings.recording(ofSource: 0), recordings[0].movie, depth, live.session)
            } else { nil }
        let stopRequest = StopRequest(session: live.session)
        let standardOutput = LiveOutput(context.output) { stopRequest.make() }
        let presenter = RecordPresenter(
            stream: makeStream(live, standardOutput), recordings: recordings)
        let audience = LiveAudience(
            of: live, presenter: presenter, showsStatistics: settings.live.showsStatistics,
            console: LiveConsole(context.messages, progress: progress(of: recordings, live)))
        let monitors = watch(recordings, audience, stopRequest)
        for recording in recordings { recording.start() }

        let control = try RecordControl(
            recordings: recordings, stopRequest: stopRequest,
            switcher: CameraSwitcher(of: live, console: audience.console),
            photos: PhotoMonitor(isQuiet: settings.live.isQuiet, console: audience.console),
            cancels: settings.isCopyOfFile,
            readsLines: !settings.isCopyOfFile && settings.live.leavesStandardInput,
            showTyped: showsProgress ? audience.console.typedLine : nil,
            endNow: { [messages = context.messages] code in
                UnfinishedRecordings.endNow(
                    code, leaving: monitors.compactMap(\.paths.last), messages)
            }, say: { audience.console.say($0) })
        preview?.begin(
            PreviewControls(
                of: live, recordings: recordings, stills: recordings.compactMap(\.stills),
                stopRequest: stopRequest, console: audience.console))
        let viewing = try await LiveViewing(of: live, by: [preview])
        presenter.begin()
        let reason = try await live.session.run(stopRequest)
        audience.finish()
        try viewing.finish()
        audience.console.show(in: nil)
        let ending = RunEnding(reason, cause: stopRequest.cause)
        presenter.end(
            ending, ledgers: live.ledgers, lostAudioCount: audience.microphone?.lostSampleCount)
        withExtendedLifetime(control) {}
        monitor?.finish()
        for (recording, monitor) in zip(recordings, monitors) {
            sayHowItWent(recording, monitor, live.ledgers[recording.scene.index])
        }
        if let distances, !settings.live.isQuiet { context.messages.say(distances.summary) }
        for (recording, monitor) in zip(recordings, monitors) {
            try recording.sidecars.finish(
                reason: ending.name, failed: monitor.outcome.map { $0 != .completed } ?? false)
        }
        try distances?.check()
        try standardOutput.check()
        if let error = ending.error,
            failures(of: monitors).contains(where: { $0.code == error.code })
        {
            // It has been said.
            return ExitCode(error.code)
        }
        let exitCode = try audience.exitCode(ending)
        return exitCode == .success ? outcome(of: monitors) : exitCode
    }

    /// Says what is wrong with a path before anything is opened or written.
    static func check(
        _ path: String, _ check: () throws(FacecapError) -> Void
    ) throws(FacecapError) {
        do throws(FacecapError) {
            try check()
        } catch {
            guard error.systemError == EEXIST else { throw error }
            throw FacecapError(
                .outputFailed, "\(path) exists; use --force to replace it.", errno: EEXIST)
        }
    }

    private func makeRecordings(
        _ live: LiveSession
    ) async throws(FacecapError) -> [CameraRecording] {
        var recordings: [CameraRecording] = []
        for camera in live.cameras {
            let recording = try await CameraRecording(
                settings, of: camera, microphone: live.microphone?.input, in: live.session)
            if settings.audio != nil, !recording.hasAudio {
                context.messages.say(
                    recording.scene.named(
                        "\(camera.input.device.localizedName) has no audio to record"))
            }
            recordings.append(recording)
        }
        return recordings
    }

    /// Lets the audio of the microphone, or of the first source, be heard.
    private func makeMonitor(_ live: LiveSession) async throws(FacecapError) -> AudioMonitor? {
        guard let device = settings.monitorDevice else { return nil }
        let messages = context.messages
        return try await AudioMonitor(
            device: device, hearing: live.microphone?.input ?? live.cameras[0].input,
            in: live.session, say: { messages.say($0) })
    }

    private func makeStream(_ live: LiveSession, _ output: LiveOutput) -> JSONPresenter? {
        guard settings.live.writesJSON else { return nil }
        return JSONPresenter(
            scenes: live.cameras.map(\.scene), options: settings.live.streamOptions,
            output: output)
    }

    /// One monitor for each recording; the session ends with the last of them.
    private func watch(
        _ recordings: [CameraRecording], _ audience: LiveAudience, _ stopRequest: StopRequest
    ) -> [RecordMonitor] {
        let active = ActiveRecordings(count: recordings.count, stopRequest: stopRequest)
        return zip(recordings, audience.observers).map { recording, observer in
            let monitor = RecordMonitor(
                isQuiet: settings.live.isQuiet, isSeries: settings.isSeries,
                goesOnAfterFailure: settings.live.writesJSON, active: active,
                say: { observer.say($0) })
            recording.movie.setRecordingDelegate(monitor)
            return monitor
        }
    }

    private var showsProgress: Bool {
        !settings.live.isQuiet && isatty(context.messages.descriptor) == 1
    }

    private func progress(
        of recordings: [CameraRecording], _ live: LiveSession
    ) -> RecordingProgress? {
        guard showsProgress else { return nil }
        return RecordingProgress {
            RecordingProgress.State(
                recordings: recordings.map(\.movie.status), ledgers: live.ledgers,
                channels: recordings.flatMap(\.audioChannels))
        }
    }

    private func sayHowItWent(
        _ recording: CameraRecording, _ monitor: RecordMonitor, _ ledger: FrameLedger
    ) {
        guard monitor.outcome == .completed, !settings.live.isQuiet, !settings.isCopyOfFile
        else { return }
        let status = recording.movie.status
        let files = monitor.paths.count
        let name = files == 1 ? monitor.paths[0] : "\(files) files"
        let dropped = ledger.dropped.values.reduce(0, +)
        // In a pause, before something happened, or after a limit and before the session ended.
        let outside = ledger.captured - dropped - status.frameCount
        let remark = outside > 0 ? " (\(outside) while nothing was recorded)" : ""
        context.messages.say(
            recording.scene.named(
                "recorded "
                    + RecordingSummary.text(
                        duration: status.duration, byteCount: status.byteCount)
                    + ", \(status.frameCount) frames, in \(name); \(ledger.captured) captured\(remark)"
                    + ", \(ledger.analysed) analysed, \(dropped) dropped"))
    }

    /// What the recordings themselves say of how the run ended: the first failure counts.
    private func outcome(of monitors: [RecordMonitor]) -> ExitCode {
        if let error = failures(of: monitors).first { return ExitCode(error.code) }
        return monitors.contains { $0.outcome == .cancelled } ? .interrupted : .success
    }

    private func failures(of monitors: [RecordMonitor]) -> [FacecapError] {
        monitors.compactMap { if case .failed(let error)? = $0.outcome { error } else { nil } }
    }
}
