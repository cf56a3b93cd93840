// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The session that a user's options ask for: its sources, and what finds the faces in their frames.
struct RunSession: RunStage {
    let session: CaptureSession
    /// One for each source, in the order of the settings.
    let cameras: [RunCamera]
    /// The depth camera beside the only source.
    let depth: RunDepth?
    /// Where the audio comes from, when not from the sources themselves.
    let microphone: RunMicrophone?
    /// How files and addresses are opened, also those that take the place of a source.
    let opening: FileOpening
    /// What cameras are asked for.
    let images: ImageRequest

    /// Opens the sources and loads the detectors.
    ///
    /// - Parameters:
    ///   - fileOptions: how files are read, beside their pace.
    ///   - goesOnAfterFailure: whether a source that fails leaves the others running.
    ///   - microphone: a device with audio beside the sources.
    ///   - messages: where it is said what `auto` did not find.
    init(
        settings: RunSettings, fileOptions: MediaFileSource.Options = MediaFileSource.Options(),
        goesOnAfterFailure: Bool = false, microphone: CaptureDevice? = nil, messages: Messages
    ) async throws(FacecapError) {
        var fileOptions = fileOptions
        fileOptions.isRealTime = settings.source.isRealTime
        fileOptions.allowsPlaylists = settings.source.allowsPlaylists
        fileOptions.allowsUntrustedServers = settings.source.allowsUntrustedServers
        opening = FileOpening(options: fileOptions, isolation: settings.source.isolation)
        images = settings.source.images
        let clock = StreamClock.now
        session = CaptureSession(goesOnAfterFailure: goesOnAfterFailure)
        let preset = settings.source.preset ?? settings.source.presetOfPhotos
        if let preset { try await session.setSessionPreset(preset) }
        // First of all, so that its audio is there with the first frame.
        self.microphone =
            if let microphone {
                try await RunMicrophone(
                    microphone, duration: settings.source.maximumDuration, in: session)
            } else { nil }
        var cameras: [RunCamera] = []
        for index in settings.source.sources.indices {
            cameras.append(
                try await RunCamera(
                    settings, index: index, fileOptions: fileOptions, clock: clock, in: session))
        }
        self.cameras = cameras
        depth = try settings.source.depth.map { (path) throws(FacecapError) in
            try RunDepth(
                path: path, besides: settings.source.sources[0], cameras[0].input,
                duration: settings.source.maximumDuration)
        }
        try checkClocks()
        try Self.check(settings, cameras)
        try await depth?.join(session, besides: cameras[0])
        let chosen = cameras[0].scene.header.detectorName
        if let note = settings.search.detector.note(onChoiceOf: chosen) { messages.remark(note) }
    }

    /// What became of the frames of each camera.
    var ledgers: [FrameLedger] { cameras.map(\.output.ledger) }

    /// Throws for what is asked of sources that are not there.
    private static func check(
        _ settings: RunSettings, _ cameras: [RunCamera]
    ) throws(FacecapError) {
        let inputs = cameras.map(\.input)
        let limits = settings.search.limits
        let files = inputs.map(\.device).filter {
            $0.kind == .file && !MediaLocation($0.uniqueID).isStreamAddress
        }
        if settings.search.reportsUnsureFaces {
            for file in files { try SlantedFrames.check(file.uniqueID) }
        }
        guard !settings.source.isRealTime || !files.isEmpty else {
            throw FacecapError(
                .invalidArgument,
                "--realtime reads a file at its own frame rate; leave it out, or give the file as --source."
            )
        }
        guard
            limits == CaptureMetadataOutput.Limits()
                || inputs.contains(where: { $0.isLive == true })
        else {
            let name = limits.maximumLatencyNanoseconds != nil ? "latency" : "cpu"
            throw FacecapError(
                .invalidArgument,
                "--max-\(name) skips frames of live sources, and \(inputs[0].device.localizedName) waits;"
                    + " leave it out, or give a camera, or a file with --realtime.")
        }
    }

    /// A microphone and a video that is read as fast as it goes have no time in common.
    private func checkClocks() throws(FacecapError) {
        guard microphone != nil, let video = cameras.first(where: { $0.input.isLive == false })
        else { return }
        throw FacecapError(
            .invalidArgument,
            "A microphone cannot be recorded with \(video.input.device.localizedName), which is read as "
                + "fast as it goes; use --audio source, or --realtime.")
    }
}
