import Facecap

/// One source of a session, with what finds the faces in its frames.
struct LiveCamera: Sendable {
    let input: CaptureDeviceInput
    let output: CaptureMetadataOutput
    let scene: LiveScene

    /// Opens the source as an input of `session` and loads its detector.
    ///
    /// - Parameters:
    ///   - index: the source's place in the settings.
    ///   - fileOptions: how a file is read.
    ///   - clock: the run's moment on the two clocks.
    init(
        _ settings: LiveSettings, index: Int, fileOptions: MediaFileSource.Options,
        clock: StreamClock, in session: CaptureSession
    ) async throws(FacecapError) {
        input = CaptureDeviceInput(
            device: try settings.sources[index].specifier.device(
                fileOptions: fileOptions, images: settings.images),
            maximumDuration: settings.duration.map(MediaTime.init))
        if let preset = settings.preset, !input.device.supportedPresets.contains(preset) {
            throw FacecapError(
                .invalidArgument,
                "\(input.device.localizedName) has frames of one size: name a camera such as "
                    + "/dev/video0, or leave --session-preset out.")
        }
        try await session.addInput(input)
        let detector = try settings.detector.makeDetector()
        var tracking = FaceTracker.Configuration()
        tracking.isSmoothingEnabled = settings.smoothsFaces
        if settings.relinksFaces { tracking.relinkNanoseconds = 60_000_000_000 }
        if settings.reportsUnsureFaces { tracking.immediateConfidence = 0 }
        output = CaptureMetadataOutput(detector: detector, tracking: tracking)
        output.analysisInterval = settings.analysisInterval
        output.scanInterval = settings.scanInterval.frameCount
        output.limits = settings.limits
        try await session.addOutput(output, from: [input])
        guard let connection = await session.connection(to: output),
            let format = input.videoFormat
        else {
            throw FacecapError(
                .formatUnsupported,
                "The source has no frames in which faces can be found; name another one, or another "
                    + "pixel format.")
        }
        connection.isVideoMirrored = settings.isMirrored
        output.rectOfInterest = connection.displayedFromStored(orientation: format.orientation)
            .inverse.apply(settings.region)
        scene = LiveScene(
            settings, index: index, clock: clock, connection: connection,
            detector: detector.description)
    }
}
