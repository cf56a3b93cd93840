import Facecap
import Glibc

/// One run of `record` whose file holds audio alone: no camera, no detector.
struct AudioRun {
    let settings: AudioRecordSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        try RecordRun.check(settings.file.path) { () throws(FacecapError) in
            try settings.file.checkPath()
        }
        let session = CaptureSession()
        let input = CaptureDeviceInput(
            device: try settings.device(), maximumDuration: settings.duration.map(MediaTime.init))
        try await session.addInput(input)
        let file = CaptureAudioFileOutput(settings.file)
        try await session.addOutput(file, from: [input])
        let stopRequest = StopRequest(session: session)
        let standardOutput = LiveOutput(context.output) { stopRequest.make() }
        let stream = makeStream(input, standardOutput)
        let console = LiveConsole(
            context.messages, progress: await makeProgress(of: file, session))
        let monitor = AudioFileMonitor(
            console: console, stream: stream, stopRequest: stopRequest,
            isQuiet: settings.isQuiet)
        file.setDelegate(monitor)
        let control = try AudioControl(
            of: file, stopRequest: stopRequest, readsLines: !settings.readsStandardInput,
            showTyped: showsProgress ? console.typedLine : nil,
            endNow: { [messages = context.messages, path = settings.file.path] code in
                UnfinishedRecordings.endNow(code, leaving: [path], messages)
            }, say: { console.say($0) })
        stream?.begin()
        let reason = try await session.run(stopRequest)
        console.eraseProgress()
        let ending = RunEnding(reason, cause: stopRequest.cause)
        stream?.end(ending, file.status)
        withExtendedLifetime(control) {}
        sayHowItWent(file.status, monitor.outcome)
        try standardOutput.check()
        if let error = ending.error { throw error }
        return exitCode(monitor.outcome)
    }

    private func makeStream(_ input: CaptureDeviceInput, _ output: LiveOutput) -> AudioStream? {
        guard settings.writesJSON, let format = input.audioFormat else { return nil }
        return AudioStream(
            StreamAudioHeader(
                version: facecapVersion, sourceKind: input.device.kind.rawValue,
                sourceName: input.device.uniqueID, sampleRate: format.sampleRate,
                channelCount: format.channelCount),
            includesClock: settings.includesClock, output: output)
    }

    private var showsProgress: Bool {
        !settings.isQuiet && isatty(context.messages.descriptor) == 1
    }

    private func makeProgress(
        of file: CaptureAudioFileOutput, _ session: CaptureSession
    ) async -> AudioProgress? {
        guard showsProgress else { return nil }
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
                + (status.lostFrameCount > 0 ? ", \(status.lostFrameCount) samples lost" : "")
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
