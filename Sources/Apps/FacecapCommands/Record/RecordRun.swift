// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import ProcessIsolation
import SystemSupport

/// One run of `record`: a session that writes a movie of each camera, until its end.
struct RecordRun: CaptureRun {
    /// What is open while it runs.
    struct Stage: RunStage {
        let preview: RunPreview?
        let live: RunSession
        /// One for each camera.
        let recordings: [CameraRecording]
        let audioMonitor: AudioMonitor?
        let depth: DepthSidecar?

        var session: CaptureSession { live.session }

        func close() {
            preview?.close()
            for recording in recordings where recording.files.paths.isEmpty {
                recording.sidecars.removeUnfinished()
            }
        }
    }

    /// Who hears and sees what is captured.
    struct Observers {
        let output: RunOutput
        let presenter: RecordPresenter
        let audience: RunAudience
        /// One for each recording.
        let monitors: [RecordMonitor]
        let viewing: RunViewing
    }

    let settings: RecordSettings
    let context: CommandContext

    func open() async throws(FacecapError) -> Stage {
        if settings.showsNoFaces { ProcessRights.keepMemoryPrivate() }
        for index in settings.run.source.sources.indices {
            try check(settings.recording(ofSource: index))
        }
        let preview = try RunPreview(settings.run, context)
        let live = try await RunSession(
            settings: settings.run, fileOptions: settings.fileOptions, goesOnAfterFailure: true,
            microphone: settings.audio?.device(), messages: context.messages)
        let recordings = try await makeRecordings(live)
        let audioMonitor = try await makeMonitor(live)
        let depth: DepthSidecar? =
            if let depth = live.depth {
                try await DepthSidecar(of: recordings[0], depth, live.session)
            } else { nil }
        return Stage(
            preview: preview, live: live, recordings: recordings, audioMonitor: audioMonitor,
            depth: depth)
    }

    func observe(
        _ stage: Stage, _ stopRequest: StopRequest
    ) async throws(FacecapError) -> Observers {
        let output = try makeOutput(stage.live, stopRequest)
        let presenter = RecordPresenter(
            stream: makeStream(stage.live, output), recordings: stage.recordings)
        let audience = RunAudience(
            of: stage.live, presenter: presenter, showsStatistics: settings.run.showsStatistics,
            console: RunConsole(
                context.messages, progress: progress(of: stage.recordings, stage.live)))
        stage.audioMonitor?.begin { [console = audience.console] in console.say($0) }
        return Observers(
            output: output, presenter: presenter, audience: audience,
            monitors: watch(stage.recordings, presenter, audience, stopRequest),
            viewing: try await RunViewing(of: stage.live, by: [stage.preview]))
    }

    func present(
        _ stage: Stage, to observers: Observers, _ stopRequest: StopRequest
    ) throws(FacecapError) -> [any AnyObject & Sendable] {
        let console = observers.audience.console
        for recording in stage.recordings { try recording.start() }
        let requests = RunRequests(
            of: stage.live, recordings: stage.recordings,
            stills: stage.recordings.compactMap(\.stills), zoomRefusal: settings.zoomRefusal,
            stopRequest: stopRequest, console: console)
        let control = try RecordControl(
            requests, stopRequest: stopRequest, interruption: settings.interruption,
            readsLines: leavesStandardInput,
            showTyped: context.showsProgress ? console.showTyped : nil,
            endNow: { [messages = context.messages, files = stage.recordings.map(\.files)] code in
                UnfinishedRecordings.endNow(
                    code, leaving: files.compactMap(\.paths.last), messages)
            }, say: { console.say($0) })
        stage.preview?.begin(PreviewControls(of: stage.live, requests, console))
        observers.presenter.begin()
        return [control]
    }

    func finish(
        _ stage: Stage, _ observers: Observers, _ ending: RunEnding
    ) throws(FacecapError) -> ExitCode {
        let (audience, live) = (observers.audience, stage.live)
        audience.finish()
        for recording in stage.recordings { recording.stills?.finish() }
        if let failure = observers.viewing.finish() { throw failure }
        audience.console.show(in: nil)
        let failures = failures(of: observers.monitors)
        var ending = ending
        if ending.error == nil, let error = failures.first { ending = ending.replaced(by: error) }
        var failure = finishFiles(stage, observers.monitors, ending)?.ofCommand
        if let failure {
            observers.presenter.show(.error(failure), of: live.cameras[0].scene)
            if ending.error == nil { ending = ending.replaced(by: failure) }
        }
        observers.presenter.end(
            ending, ledgers: live.ledgers, lostAudioCount: audience.microphone?.lostSampleCount)
        stage.audioMonitor?.finish()
        do throws(FacecapError) {
            try observers.output.check()
        } catch {
            failure = failure ?? error
        }
        for (recording, monitor) in zip(stage.recordings, observers.monitors)
        where failure == nil || !recording.files.paths.isEmpty {
            sayHowItWent(recording, monitor, live.ledgers[recording.scene.index])
        }
        if let summary = stage.depth?.summary { context.messages.remark(summary) }
        if let failure { throw failure }
        if let shortfall = observers.output.shortfall { context.messages.say(shortfall) }
        if let error = ending.error, failures.contains(where: { $0.code == error.code }) {
            // It has been said.
            return ExitCode(error.code)
        }
        let exitCode = try audience.exitCode(ending)
        return exitCode == .success ? outcome(of: observers.monitors) : exitCode
    }

    /// Finishes the files beside the movies, or removes those that would be beside none; what went wrong first.
    private func finishFiles(
        _ stage: Stage, _ monitors: [RecordMonitor], _ ending: RunEnding
    ) -> FacecapError? {
        var failure: FacecapError?
        func attempt(_ body: () throws(FacecapError) -> Void) {
            do throws(FacecapError) { try body() } catch { failure = failure ?? error }
        }
        for (recording, monitor) in zip(stage.recordings, monitors) {
            // Of a camera that waits for faces a table tells also that nobody came.
            let hasOnlyTables =
                (monitor.isWhole || monitor.outcome != .cancelled)
                && recording.settings.trigger != .always
            if recording.files.paths.isEmpty, !hasOnlyTables {
                recording.sidecars.remove()
                continue
            }
            recording.sidecars.end(reason: ending.name)
            attempt { () throws(FacecapError) in
                if monitor.isWhole {
                    try recording.sidecars.publish()
                } else {
                    try recording.sidecars.publishIncomplete()
                }
            }
        }
        attempt { () throws(FacecapError) in try stage.depth?.check() }
        return failure
    }

    /// Throws where a file of a recording cannot be written, before any is made.
    private func check(_ recording: CaptureMovieFileOutput.Settings) throws(FacecapError) {
        let videos = settings.run.source.sources.compactMap { source in
            if case .file(let video) = source.specifier { video } else { nil }
        }
        if !settings.isCopyOfFile {
            for video in videos {
                // Somebody may ask for the next file meanwhile.
                try Files.check(
                    recording.path, isNot: video, isSeries: recording.overwritesExistingFiles)
            }
        }
        try recording.checkPath()
        var others = settings.sidecars.map { Sidecars.path(of: $0, besideMovie: recording.path) }
        if settings.run.source.depth != nil {
            others.append(DepthSidecar.path(besideMovie: recording.path))
        }
        for path in others {
            for video in videos { try Files.check(path, isNot: video) }
            try AtomicFile.check(path, overwriting: recording.overwritesExistingFiles)
        }
    }

    /// Whether standard input is free for lines.
    private var leavesStandardInput: Bool {
        !settings.isCopyOfFile && !settings.run.source.readsStandardInput
            && !settings.run.display.takesKeyboard
    }

    private func makeRecordings(
        _ live: RunSession
    ) async throws(FacecapError) -> [CameraRecording] {
        var recordings: [CameraRecording] = []
        for camera in live.cameras {
            let recording = try await CameraRecording(
                settings, of: camera, microphone: live.microphone?.input, in: live.session)
            if let note = note(onAudioOf: recording, camera) {
                context.messages.say(recording.scene.named(note))
            }
            recordings.append(recording)
        }
        return recordings
    }

    /// What its user may not expect of a recording's audio; `nil` for nothing.
    private func note(onAudioOf recording: CameraRecording, _ camera: RunCamera) -> String? {
        let name = camera.input.device.localizedName
        if settings.recording.audio == .passthrough, case .encoded = recording.settings.audio {
            return CopyNotes.encodedAudio(of: name)
        }
        guard settings.audio != nil, !recording.hasAudio, !settings.isCopyOfFile else { return nil }
        return "\(name) has no audio to record"
    }

    /// Lets the audio of the microphone, or of the first source, be heard.
    private func makeMonitor(_ live: RunSession) async throws(FacecapError) -> AudioMonitor? {
        guard let device = settings.monitorDevice else { return nil }
        return try await AudioMonitor(
            device: device, hearing: live.microphone?.input ?? live.cameras[0].input,
            in: live.session)
    }

    /// The frames of a camera wait for nobody, nor does its movie for somebody who reads slowly.
    private func makeOutput(
        _ live: RunSession, _ stopRequest: StopRequest
    ) throws(FacecapError) -> RunOutput {
        guard settings.run.stream.writesJSON,
            live.cameras.contains(where: { $0.input.isLive == true })
        else {
            return RunOutput(context.output.ending(with: stopRequest)) { stopRequest.make($0) }
        }
        return try RunOutput(queueing: context.output) { stopRequest.make($0) }
    }

    private func makeStream(_ live: RunSession, _ output: RunOutput) -> JSONPresenter? {
        guard settings.run.stream.writesJSON else { return nil }
        return JSONPresenter(
            scenes: live.cameras.map(\.scene), options: settings.run.stream.encoderOptions,
            output: output)
    }

    /// One monitor for each recording; the session ends with the last of them.
    private func watch(
        _ recordings: [CameraRecording], _ presenter: RecordPresenter, _ audience: RunAudience,
        _ stopRequest: StopRequest
    ) -> [RecordMonitor] {
        let active = ActiveRecordings(of: audience.observers, stopRequest: stopRequest)
        return zip(recordings, audience.observers).map { recording, observer in
            let monitor = RecordMonitor(
                files: recording.files, isSeries: settings.isSeries, active: active,
                index: recording.scene.index, isCut: recording.isCut,
                tellsProgress: settings.tellsProgress,
                tell: { presenter.show($0, of: recording.scene) }, observer: observer)
            recording.movie.setRecordingDelegate(monitor)
            return monitor
        }
    }

    private func progress(
        of recordings: [CameraRecording], _ live: RunSession
    ) -> RecordingProgress? {
        guard context.showsProgress else { return nil }
        return RecordingProgress {
            RecordingProgress.State(
                recordings: recordings.map(\.movie.status), ledgers: live.ledgers,
                channels: recordings.flatMap(\.audioChannels))
        }
    }

    private func sayHowItWent(
        _ recording: CameraRecording, _ monitor: RecordMonitor, _ ledger: FrameLedger
    ) {
        let completed = monitor.completed
        guard monitor.isWhole, !completed.isEmpty, !settings.isCopyOfFile else { return }
        let frames = completed.map(\.frameCount).reduce(0, +)
        let paths = recording.files.paths
        let name = paths.count == 1 ? paths[0] : paths.isEmpty ? "no file" : "\(paths.count) files"
        let dropped = ledger.droppedCount
        // In a pause, before something happened, or after a limit and before the session ended.
        let outside = ledger.captured - dropped - frames
        let deleted = recording.isCut.isSet ? ", or deleted" : ""
        let remark = outside > 0 ? " (\(outside) while nothing was recorded\(deleted))" : ""
        context.messages.remark(
            recording.scene.named(
                "recorded "
                    + RecordingSummary.text(
                        duration: completed.map(\.duration).reduce(.zero) { $0.advanced(by: $1) },
                        byteCount: completed.map(\.byteCount).reduce(0, +))
                    + ", \(frames.counted("frame")), in \(name); \(ledger.captured) captured\(remark)"
                    + ", \(ledger.analysed) analyzed, \(dropped) dropped, \(ledger.lost) lost"))
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
