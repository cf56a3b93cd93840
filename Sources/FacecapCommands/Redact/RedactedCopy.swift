import Facecap

/// The second half of `redact`: the copy of a film in which every picture is redacted before anybody
/// sees it.
struct RedactedCopy {
    let settings: RedactSettings
    let context: CommandContext
    let plans: [RedactionPlan]
    let output: UnfinishedFile
    let interruption: Interruption

    /// Writes the movie, then puts the faces into it; removes what is not finished.
    ///
    /// - Returns: `false` when its user wants no more.
    func write(
        faces: [(time: MediaTime, bytes: [UInt8])]
    ) async throws(FacecapError) -> Bool {
        do throws(FacecapError) {
            let film = try MediaFileSource(settings.input, options: fileOptions)
            let console = LiveConsole(
                context.messages,
                progress: ProgressBar(
                    total: film.estimatedFrameCount, isQuiet: settings.live.isQuiet, context))
            let processor = RedactingProcessor(
                plans: plans, method: settings.redaction.method,
                didCover: { console.countFrame() })
            let status = try await writeMovie(processor, console, film)
            if status != nil { try add(faces) }
            guard let status, !interruption.isMade else {
                output.remove()
                return false
            }
            try output.takePlace(overwriting: settings.recording.overwritesExistingFiles)
            sayHowItWent(status, processor.counts)
            return true
        } catch {
            output.remove()
            throw error
        }
    }

    /// Records the film as it may be seen; `nil` when its user wants no more.
    private func writeMovie(
        _ processor: RedactingProcessor, _ console: LiveConsole, _ film: MediaFileSource
    ) async throws(FacecapError) -> RecordingStatus? {
        let session = CaptureSession()
        let input = DeviceInput(device: device(film, processor))
        try await session.addInput(input)
        let movie = MovieFileOutput(metadataOutput: nil)
        try await session.addOutput(movie)
        let stopRequest = StopRequest(session: session)
        // What goes wrong is said once, by who is told of it below.
        let monitor = RecordMonitor(
            isQuiet: true, isSeries: false, goesOnAfterFailure: false,
            active: ActiveRecordings(count: 1, stopRequest: stopRequest), say: { _ in })
        movie.setRecordingDelegate(monitor)
        var recording = settings.recording
        recording.path = output.path
        recording.audio = audio(of: input)
        movie.startRecording(recording)
        interruption.begin {
            movie.cancelRecording()
            stopRequest.make()
        }
        let reason = try await session.run(stopRequest)
        console.eraseProgress()
        if case .failed(let error) = monitor.outcome { throw error }
        if case .error(let error) = reason { throw error }
        return monitor.outcome == .completed ? movie.status : nil
    }

    private var fileOptions: MediaFileSource.Options {
        var options = MediaFileSource.Options()
        if settings.sound != .drop {
            options.wantsAudio = true
            options.deliversEncodedSamples = [.audio]
        }
        return options
    }

    /// The film as it may be seen.
    private func device(_ film: MediaFileSource, _ processor: RedactingProcessor) -> CaptureDevice {
        CaptureDevice(
            kind: .file, uniqueID: settings.input, localizedName: settings.input
        ) { [settings] _ in
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
        var editor = try MovieEditor(path: output.path)
        try editor.addFaceTrack(
            FaceTrackAddition(
                sampleEntry: FaceTrackFormat().sampleEntry, timescale: first.time.timescale,
                samples: faces.map { ($0.time.value, $0.bytes) }))
        try editor.write(to: output.path, overwriting: true)
    }

    private func sayHowItWent(_ status: RecordingStatus, _ counts: RedactingProcessor.Counts) {
        guard !settings.live.isQuiet else { return }
        context.messages.say(
            "hid faces in \(counts.partly) of \(status.frameCount) frames, the whole picture in "
                + "\(counts.wholly); wrote "
                + RecordingSummary.text(duration: status.duration, byteCount: status.byteCount)
                + " to \(settings.recording.path)")
    }
}
