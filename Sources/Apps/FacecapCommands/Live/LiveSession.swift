import Facecap

/// The session that a user's options ask for: its sources, and what finds the faces in their frames.
struct LiveSession {
    let session: CaptureSession
    /// One for each source, in the order of the settings.
    let cameras: [LiveCamera]
    /// The depth camera beside the only source.
    let depth: LiveDepth?
    /// Where the audio comes from, when not from the sources themselves.
    let microphone: LiveMicrophone?

    /// Opens the sources and loads the detectors.
    ///
    /// - Parameters:
    ///   - fileOptions: how files are read, beside their pace.
    ///   - goesOnAfterFailure: whether a source that fails leaves the others running.
    ///   - microphone: a device with audio beside the sources.
    ///   - messages: where it is said what `auto` did not find.
    init(
        settings: LiveSettings, fileOptions: MediaFileSource.Options = MediaFileSource.Options(),
        goesOnAfterFailure: Bool = false, microphone: CaptureDevice? = nil, messages: Messages
    ) async throws(FacecapError) {
        var fileOptions = fileOptions
        fileOptions.isRealTime = settings.isRealTime
        fileOptions.allowsPlaylists = settings.allowsPlaylists
        let clock = StreamClock(
            monotonicNanoseconds: MonotonicClock.nowNanoseconds,
            utcNanoseconds: MonotonicClock.utcNanoseconds)
        session = CaptureSession(goesOnAfterFailure: goesOnAfterFailure)
        let preset = settings.preset ?? settings.presetOfPhotos
        if let preset { try await session.setSessionPreset(preset) }
        // First of all, so that its audio is there with the first frame.
        self.microphone =
            if let microphone {
                try await LiveMicrophone(
                    microphone, duration: settings.duration.map(MediaTime.init), in: session)
            } else { nil }
        var cameras: [LiveCamera] = []
        for index in settings.sources.indices {
            cameras.append(
                try await LiveCamera(
                    settings, index: index, fileOptions: fileOptions, clock: clock, in: session))
        }
        self.cameras = cameras
        depth = settings.depth.map {
            LiveDepth(path: $0, duration: settings.duration.map(MediaTime.init))
        }
        try checkClocks()
        try await depth?.join(
            session, besides: cameras[0].input, measuring: cameras[0].output)
        if !settings.isQuiet { Self.sayWhatWasChosen(settings, cameras[0], messages) }
    }

    /// What became of the frames of each camera.
    var ledgers: [FrameLedger] { cameras.map(\.output.ledger) }

    /// A microphone and a video that is read as fast as it goes have no time in common.
    private func checkClocks() throws(FacecapError) {
        guard microphone != nil, let video = cameras.first(where: { $0.input.isLive == false })
        else { return }
        throw FacecapError(
            .invalidArgument,
            "A microphone cannot be recorded with \(video.input.device.localizedName), which is read as "
                + "fast as it goes; use --audio source, or --realtime.")
    }

    /// One line for each thing that `auto` did not find.
    private static func sayWhatWasChosen(
        _ settings: LiveSettings, _ camera: LiveCamera, _ messages: Messages
    ) {
        let chosen = camera.scene.header.detectorName
        if let note = settings.detector.note(onChoiceOf: chosen) { messages.say(note) }
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
