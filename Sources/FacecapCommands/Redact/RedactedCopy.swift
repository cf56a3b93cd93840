import Facecap
import Glibc

/// The second half of `redact`: the copy of a film in which every picture goes through a processor before
/// anybody sees it.
struct RedactedCopy {
    let settings: RedactSettings
    let context: CommandContext
    let processor: RedactingProcessor

    private var path: String { settings.recording.path }

    /// Writes the movie, then puts the faces into it; removes what is not finished.
    func write(
        faces: [(time: MediaTime, bytes: [UInt8])]
    ) async throws(FacecapError) -> ExitCode {
        let session = CaptureSession()
        let input = DeviceInput(device: device)
        try await session.addInput(input)
        let movie = MovieFileOutput(metadataOutput: nil)
        try await session.addOutput(movie)
        let stopRequest = StopRequest(session: session)
        let monitor = RecordMonitor(
            isQuiet: true, isSeries: false, goesOnAfterFailure: false,
            active: ActiveRecordings(count: 1, stopRequest: stopRequest),
            say: { [messages = context.messages] in messages.say($0) })
        movie.setRecordingDelegate(monitor)
        var recording = settings.recording
        recording.audio = audio(of: input)
        movie.startRecording(recording)
        let signals = SignalWatcher { _ in
            movie.cancelRecording()
            stopRequest.make()
        }
        let reason = try await session.run(stopRequest)
        withExtendedLifetime(signals) {}
        switch (monitor.outcome, reason) {
        case (.completed, .error(let error)):
            unlink(path)
            throw error
        case (.completed, _):
            try add(faces)
            sayHowItWent(movie.status)
            return .success
        case (.failed(let error), _):
            unlinkUnlessRefused(error)
            return ExitCode(error.code)
        case (.cancelled, _), (nil, _):
            return .interrupted
        }
    }

    /// The film as it may be seen.
    private var device: CaptureDevice {
        var options = MediaFileSource.Options()
        if settings.sound != .drop {
            options.wantsAudio = true
            options.deliversEncodedSamples = [.audio]
        }
        return CaptureDevice(
            kind: .file, uniqueID: settings.input, localizedName: settings.input
        ) { [settings, processor, options] _ throws(FacecapError) in
            let film = try MediaFileSource(settings.input, options: options)
            var processors: [any SampleProcessor] = [processor]
            if settings.sound == .bleep {
                let stretches = settings.bleeps.isEmpty ? nil : settings.bleeps
                processors.append(SoundBleeper(stretches: stretches))
            }
            return ProcessedSource(film, processors: processors)
        }
    }

    /// The sound is copied where a movie can hold it as it is.
    private func audio(of input: DeviceInput) -> RecordingSettings.Audio {
        if settings.sound == .drop { return .none }
        if input.encodedFormats.audio != nil { return .passthrough }
        return input.audioFormat == nil ? .none : .encoded(AudioEncoderSettings(codec: "aac"))
    }

    private func add(_ faces: [(time: MediaTime, bytes: [UInt8])]) throws(FacecapError) {
        guard let first = faces.first else { return }
        var editor = try MovieEditor(path: path)
        try editor.addFaceTrack(
            FaceTrackAddition(
                sampleEntry: FaceTrackFormat().sampleEntry, timescale: first.time.timescale,
                samples: faces.map { ($0.time.value, $0.bytes) }))
        try editor.write(to: path, overwriting: true)
    }

    /// A file that was there before, and was not replaced, stays.
    private func unlinkUnlessRefused(_ error: FacecapError) {
        if error.systemError != EEXIST { unlink(path) }
    }

    private func sayHowItWent(_ status: RecordingStatus) {
        guard !settings.live.isQuiet else { return }
        let counts = processor.counts
        context.messages.say(
            "hid faces in \(counts.partly) of \(status.frameCount) frames, the whole picture in "
                + "\(counts.wholly); wrote "
                + RecordingSummary.text(duration: status.duration, byteCount: status.byteCount)
                + " to \(path)")
    }
}
