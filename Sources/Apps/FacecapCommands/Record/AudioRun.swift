// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc

/// One run of `record` whose file holds audio alone: no camera, no detector.
struct AudioRun: CaptureRun {
    /// What is open while it runs.
    struct Stage: RunStage {
        let session: CaptureSession
        let input: CaptureDeviceInput
        let file: CaptureAudioFileOutput
    }

    /// Who hears what becomes of the audio.
    struct Observers {
        let output: RunOutput
        let stream: AudioStream?
        let console: RunConsole
        let monitor: AudioFileMonitor
    }

    let settings: AudioRecordSettings
    let context: CommandContext

    func open() async throws(FacecapError) -> Stage {
        try settings.checkPath()
        let session = CaptureSession()
        let input = CaptureDeviceInput(
            device: try settings.device(), maximumDuration: settings.duration.map(MediaTime.init))
        try await session.addInput(input)
        let file = CaptureAudioFileOutput(settings.file)
        try await session.addOutput(file, from: [input])
        await session.connection(to: file)?.setVolumes(settings.volumes)
        return Stage(session: session, input: input, file: file)
    }

    func observe(
        _ stage: Stage, _ stopRequest: StopRequest
    ) async throws(FacecapError) -> Observers {
        let output = RunOutput(context.output.ending(with: stopRequest)) { stopRequest.make($0) }
        let stream = makeStream(stage.input, output)
        let console = RunConsole(
            context.messages, progress: await makeProgress(of: stage.file, stage.session))
        let monitor = AudioFileMonitor(
            console: console, stream: stream, stopRequest: stopRequest)
        stage.file.setDelegate(monitor)
        return Observers(output: output, stream: stream, console: console, monitor: monitor)
    }

    func present(
        _ stage: Stage, to observers: Observers, _ stopRequest: StopRequest
    ) throws(FacecapError) -> [any AnyObject & Sendable] {
        let console = observers.console
        let control = try AudioControl(
            of: stage.file, stopRequest: stopRequest, readsLines: !settings.readsStandardInput,
            showTyped: context.showsProgress ? console.showTyped : nil,
            endNow: { [messages = context.messages, path = settings.file.path] code in
                UnfinishedRecordings.endNow(code, leaving: [path], messages)
            }, say: { console.say($0) })
        observers.stream?.begin()
        return [control]
    }

    func finish(
        _ stage: Stage, _ observers: Observers, _ ending: RunEnding
    ) throws(FacecapError) -> ExitCode {
        observers.console.eraseProgress()
        let (outcome, status) = (observers.monitor.outcome, stage.file.status)
        var ending = ending
        if outcome == .completed, status.duration <= .zero, ending.cause == nil,
            ending.name == CaptureSession.StopReason.endOfStream.description
        {
            let error = FacecapError(
                .mediaUnreadable,
                "\(stage.input.device.localizedName) holds no audio that can be decoded; name a file"
                    + " that has some.")
            observers.stream?.show(.error(error), at: .zero)
            ending = ending.replaced(by: error)
        }
        var last = ending
        if ending.error == nil, case .failed(let error) = outcome {
            last = ending.replaced(by: error)
        }
        observers.stream?.end(last, status)
        var failure: FacecapError?
        do throws(FacecapError) {
            try observers.output.check()
        } catch {
            failure = error
        }
        // It may be the reason why there is no audio.
        if (failure ?? ending.error) == nil || status.duration > .zero {
            sayHowItWent(status, outcome)
        }
        if let failure { throw failure }
        if let error = ending.error { throw error }
        return exitCode(outcome)
    }

    private func makeStream(_ input: CaptureDeviceInput, _ output: RunOutput) -> AudioStream? {
        guard settings.writesJSON, let format = input.audioFormat else { return nil }
        return AudioStream(
            StreamAudioHeader(
                version: facecapVersion, sourceKind: input.device.kind.rawValue,
                sourceName: input.device.recordName, sampleRate: format.sampleRate,
                channelCount: format.channelCount, isolation: input.isolation),
            includesClock: settings.includesClock, output: output)
    }

    private func makeProgress(
        of file: CaptureAudioFileOutput, _ session: CaptureSession
    ) async -> AudioProgress? {
        guard context.showsProgress else { return nil }
        return AudioProgress(of: file, await session.connection(to: file))
    }

    private func sayHowItWent(
        _ status: CaptureAudioFileOutput.Status, _ outcome: RecordMonitor.Outcome?
    ) {
        guard outcome == .completed else { return }
        guard status.duration > .zero else {
            return context.messages.remark("no audio came; there is no \(settings.file.path)")
        }
        context.messages.remark(
            "recorded "
                + RecordingSummary.text(duration: status.duration, byteCount: status.byteCount)
                + (status.lostFrameCount > 0
                    ? ", \(status.lostFrameCount.counted("sample")) lost" : "")
                + ", in \(settings.file.path)")
    }

    private func exitCode(_ outcome: RecordMonitor.Outcome?) -> ExitCode {
        switch outcome {
        case .failed(let error): ExitCode(error.code)
        case .cancelled: .interrupted
        case .completed, nil: .success
        }
    }
}
