import Facecap

/// The session that a user's options ask for: a source, and what finds the faces in its pictures.
struct LiveSession {
    let session = CaptureSession()
    let input: DeviceInput
    let output: MetadataOutput
    let connection: CaptureConnection
    let scene: LiveScene

    /// Opens the source and loads the detector.
    ///
    /// - Parameters:
    ///   - fileOptions: how a file is read, beside its pace.
    ///   - messages: where it is said what `auto` did not find.
    init(
        settings: LiveSettings, fileOptions: MediaFileSource.Options = MediaFileSource.Options(),
        messages: Messages
    ) async throws(FacecapError) {
        var fileOptions = fileOptions
        fileOptions.isRealTime = settings.isRealTime
        input = DeviceInput(
            device: try settings.source.device(fileOptions: fileOptions),
            maximumDuration: settings.duration.map(MediaTime.init))
        try await session.addInput(input)
        let detector = try settings.detector.makeDetector(
            forStillPicture: input.videoFormat?.frameRate == nil)
        var tracking = FaceTracker.Configuration()
        tracking.isSmoothingEnabled = settings.smoothsFaces
        output = MetadataOutput(detector: detector, tracking: tracking)
        output.analysisInterval = settings.analysisInterval
        try await session.addOutput(output)
        guard let connection = await session.connection(to: output),
            let format = input.videoFormat
        else { throw FacecapError(.invalidState, "The source has no pictures.") }
        self.connection = connection
        connection.isVideoMirrored = settings.isMirrored
        output.rectOfInterest = connection.displayedFromStored(orientation: format.orientation)
            .inverse.apply(settings.region)
        scene = LiveScene(settings, input, connection, format, detector.description)
        if !settings.isQuiet { Self.sayWhatWasChosen(settings, input.device, detector, messages) }
    }

    /// Runs the session to its end.
    ///
    /// - Parameter stopRequest: the wish to end it earlier, which may have been made already.
    func run(_ stopRequest: StopRequest) async throws(FacecapError) -> StopReason {
        let notifications = session.notifications()
        try await session.startRunning()
        await stopRequest.catchUp()
        for await case .didStopRunning(let reason) in notifications { return reason }
        return .stopped
    }

    /// One line for each thing that `auto` did not find.
    private static func sayWhatWasChosen(
        _ settings: LiveSettings, _ device: CaptureDevice, _ detector: any FaceDetector,
        _ messages: Messages
    ) {
        if settings.source == .automatic, device.kind == .synthetic {
            messages.say("no camera found; this is the synthetic camera")
        }
        if settings.detector.name == .automatic, detector.description.name == "haar" {
            messages.say(
                "no YuNet model found; detecting with Haar, which sees less. "
                    + "Get the model with: facecap models fetch")
        }
    }
}

extension MediaTime {
    /// The time nearest to a duration, in microseconds.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(
            value: seconds * 1_000_000 + attoseconds / 1_000_000_000_000, timescale: 1_000_000)
    }
}
