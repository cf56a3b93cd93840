import Facecap
import FoundationEssentials
import Glibc

/// One run of `live`: a session from the options, until its end.
struct LiveRun {
    let settings: LiveSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        let session = CaptureSession()
        let input = DeviceInput(
            device: try settings.source.device(
                fileOptions: MediaFileSource.Options(isRealTime: settings.isRealTime)),
            maximumDuration: settings.duration.map(MediaTime.init))
        var tracking = FaceTracker.Configuration()
        tracking.isSmoothingEnabled = settings.smoothsFaces
        try await session.addInput(input)
        let detector = try settings.detector.makeDetector(
            forStillPicture: input.videoFormat?.frameRate == nil)
        let output = MetadataOutput(detector: detector, tracking: tracking)
        output.analysisInterval = settings.analysisInterval
        try await session.addOutput(output)
        guard let connection = await session.connection(to: output),
            let format = input.videoFormat
        else { throw FacecapError(.invalidState, "The source has no pictures.") }
        if !settings.isQuiet { sayWhatWasChosen(input.device, detector) }
        connection.isVideoMirrored = settings.isMirrored
        output.rectOfInterest = connection.displayedFromStored(orientation: format.orientation)
            .inverse.apply(settings.region)
        let scene = scene(input, connection, format, detector.description)
        return try await show(session, output, scene, isLive: input.isLive == true)
    }

    private func show(
        _ session: CaptureSession, _ output: MetadataOutput, _ scene: LiveScene, isLive: Bool
    ) async throws(FacecapError) -> ExitCode {
        let stopRequest = StopRequest(session: session)
        let standardOutput = LiveOutput(context.output) { stopRequest.make() }
        let presenter = makePresenter(scene, standardOutput)
        let observer = LiveObserver(
            presenter: presenter, statistics: settings.showsStatistics ? LiveStatistics() : nil,
            messages: context.messages, progress: isLive ? nil : progressBar(scene))
        output.setMetadataObjectsDelegate(observer)
        let signals = SignalWatcher { _ in stopRequest.make() }
        presenter.begin()
        let notifications = session.notifications()
        try await session.startRunning()
        await stopRequest.catchUp()
        var reason = StopReason.stopped
        for await case .didStopRunning(let stopReason) in notifications {
            reason = stopReason
            break
        }
        observer.finish(ledger: output.ledger)
        presenter.end(reason: reason, ledger: output.ledger)
        withExtendedLifetime(signals) {}
        try standardOutput.check()
        if case .error(let error) = reason { throw error }
        return .success
    }

    // MARK: The parts

    /// One line for each thing that `auto` did not find.
    private func sayWhatWasChosen(_ device: CaptureDevice, _ detector: any FaceDetector) {
        if settings.source == .automatic, device.kind == .synthetic {
            context.messages.say("no camera found; this is the synthetic camera")
        }
        if settings.detector.name == .automatic, detector.description.name == "haar" {
            context.messages.say(
                "no YuNet model found; detecting with Haar, which sees less. "
                    + "Get the model with: facecap models fetch")
        }
    }

    private func scene(
        _ input: DeviceInput, _ connection: CaptureConnection, _ format: VideoFormat,
        _ detector: DetectorDescription
    ) -> LiveScene {
        let header = StreamHeader(
            version: FacecapProgram.version, sourceKind: input.device.kind.rawValue,
            sourceName: input.device.uniqueID,
            videoSize: connection.displayedSize ?? Size(width: 0, height: 0),
            frameRate: format.frameRate, detectorName: detector.name,
            modelName: detector.modelName, modelSHA256: detector.modelSHA256,
            space: settings.screen.map { .screen($0, settings.gravity) } ?? .displayed,
            isMirrored: settings.isMirrored)
        let now = MonotonicClock.nowNanoseconds
        return LiveScene(
            header: header,
            clock: StreamClock(
                monotonicNanoseconds: now, utcNanoseconds: MonotonicClock.utcNanoseconds),
            truth: truthScene, estimatedFrameCount: input.estimatedFrameCount)
    }

    private var truthScene: SyntheticScene? {
        guard settings.includesTruth, case .synthetic(let configuration) = settings.source else {
            return nil
        }
        return try? SyntheticScene(configuration)
    }

    private func makePresenter(_ scene: LiveScene, _ output: LiveOutput) -> any LivePresenter {
        guard settings.writesJSON else {
            let isTerminal = isatty(context.output.descriptor) == 1
            return TablePresenter(scene: scene, output: output, isTerminal: isTerminal)
        }
        var options = FaceStreamEncoder.Options()
        options.includesClock = settings.includesClock
        options.includesLandmarks = settings.includesLandmarks
        return JSONPresenter(scene: scene, options: options, output: output)
    }

    /// A bar only where it disturbs nobody: on a terminal that does not show the data as well.
    private func progressBar(_ scene: LiveScene) -> ProgressBar? {
        guard !settings.isQuiet, let total = scene.estimatedFrameCount, total > 1,
            isatty(context.messages.descriptor) == 1, isatty(context.output.descriptor) != 1
        else { return nil }
        let noColor = ProcessInfo.processInfo.environment["NO_COLOR"] ?? ""
        return ProgressBar(total: total, usesColor: noColor.isEmpty)
    }
}

extension MediaTime {
    /// The time nearest to a duration, in microseconds.
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(
            value: seconds * 1_000_000 + attoseconds / 1_000_000_000_000, timescale: 1_000_000)
    }
}
