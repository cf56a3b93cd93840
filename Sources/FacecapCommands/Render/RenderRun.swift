import Facecap
import Glibc

/// One run of `render`: a session that reads the movie, draws and records.
struct RenderRun {
    let settings: RenderSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        let track = try FaceTrackReader(path: settings.input)
        try checkPath()
        let film = try MediaFileSource(settings.input, options: settings.fileOptions)
        let drawn = UnfinishedMovie(besidePath: settings.recording.path)
        let console = LiveConsole(
            context.messages,
            progress: ProgressBar(
                total: film.estimatedFrameCount, isQuiet: settings.isQuiet, context))
        let session = CaptureSession()
        let input = DeviceInput(
            device: device(film, drawing: track, didDraw: { console.countFrame() }))
        try await session.addInput(input)
        let movie = MovieFileOutput(metadataOutput: nil)
        try await session.addOutput(movie, from: [input])
        let stopRequest = StopRequest(session: session)
        let monitor = RecordMonitor(
            isQuiet: true, isSeries: false, goesOnAfterFailure: false,
            active: ActiveRecordings(count: 1, stopRequest: stopRequest), say: { console.say($0) })
        movie.setRecordingDelegate(monitor)
        movie.startRecording(try recording(of: film, track, path: drawn.path))
        let signals = SignalWatcher { _ in stopRequest.make() }
        let reason = try await session.run(stopRequest)
        console.eraseProgress()
        withExtendedLifetime(signals) {}
        if case .failed(let error) = monitor.outcome { return ExitCode(error.code) }
        if case .error(let error) = reason { throw error }
        guard stopRequest.cause == nil, monitor.outcome == .completed else {
            context.messages.say(
                "stopped before the film's end; \(settings.recording.path) was not written")
            return .interrupted
        }
        try finish(drawn, of: movie.status, from: track.movie)
        return .success
    }

    /// Writes the movie under its own name, with all that the film says beside its pictures and sound.
    private func finish(
        _ drawn: borrowing UnfinishedMovie, of status: RecordingStatus, from film: MovieReader
    ) throws(FacecapError) {
        let path = settings.recording.path
        var editor = try MovieEditor(path: drawn.path)
        try editor.takeMetadata(of: film)
        let summary = try editor.write(
            to: path, overwriting: settings.recording.overwritesExistingFiles)
        guard !settings.isQuiet else { return }
        context.messages.say(
            "drew \(status.frameCount) pictures, "
                + RecordingSummary.text(duration: status.duration, byteCount: summary.byteCount)
                + ", in \(path)")
    }

    /// Throws what stands against the copy before anything is read.
    private func checkPath() throws(FacecapError) {
        let path = settings.recording.path
        try RecordRun.check(path) { () throws(FacecapError) in
            try settings.recording.checkPath()
        }
        var (source, target) = (stat(), stat())
        if stat(settings.input, &source) == 0, stat(path, &target) == 0,
            source.st_dev == target.st_dev, source.st_ino == target.st_ino
        {
            throw FacecapError(
                .invalidArgument,
                "\(path) is the movie itself, whose pictures would be lost; name another file.")
        }
    }

    /// The film, with the faces of its track drawn on it.
    private func device(
        _ film: MediaFileSource, drawing track: FaceTrackReader,
        didDraw: @escaping @Sendable () -> Void
    ) -> CaptureDevice {
        let renderer = FaceRenderer(track, overlay: settings.overlay, didDraw: didDraw)
        return CaptureDevice(
            kind: .file, uniqueID: settings.input, localizedName: settings.input
        ) { _ in ProcessedSource(film, processors: [renderer]) }
    }

    /// The copy as it is to be; throws where the film's sound cannot be copied.
    private func recording(
        of film: MediaFileSource, _ track: FaceTrackReader, path: String
    ) throws(FacecapError) -> RecordingSettings {
        if settings.sound == .keep, film.encodedFormats.audio == nil,
            track.movie.tracks.contains(where: { $0.kind == .audio })
        {
            throw FacecapError(
                .formatUnsupported,
                "The sound of \(settings.input) is neither AAC nor Opus and cannot be copied; use"
                    + " --sound encode.")
        }
        var recording = settings.recording
        recording.path = path
        recording.overwritesExistingFiles = true
        var video = settings.video
        video.matrix = Self.matrix(of: film)
        recording.video = .encoded(video)
        return recording
    }

    /// How the film's numbers are to be read as colours: as it says or, where it does not, as players
    /// guess.
    private static func matrix(of film: MediaFileSource) -> UInt16 {
        let known: [UInt16] = [1, 5, 6, 9]
        if let matrix = film.encodedFormats.video?.color?.matrix, known.contains(matrix) {
            return matrix
        }
        return min(film.videoFormat?.width ?? 0, film.videoFormat?.height ?? 0) >= 720 ? 1 : 6
    }
}
