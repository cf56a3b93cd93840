import Facecap
import Glibc

/// One run of `render`: a session that reads the movie, draws and records.
struct RenderRun {
    let settings: RenderSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        let track = try FaceTrackReader(path: settings.input)
        let path = settings.recording.path
        try checkPath()
        let film = try MediaFileSource(settings.input, options: settings.fileOptions)
        let recording = try recording(of: film, track)
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
            isQuiet: settings.isQuiet, isSeries: false, goesOnAfterFailure: false,
            active: ActiveRecordings(count: 1, stopRequest: stopRequest), say: { console.say($0) })
        movie.setRecordingDelegate(monitor)
        movie.startRecording(recording)
        let signals = SignalWatcher { _ in
            movie.cancelRecording()
            stopRequest.make()
        }
        let reason = try await session.run(stopRequest)
        console.eraseProgress()
        withExtendedLifetime(signals) {}
        if case .failed(let error) = monitor.outcome { return ExitCode(error.code) }
        if case .error(let error) = reason { throw error }
        guard monitor.outcome == .completed else { return .interrupted }
        try addFaces(of: track)
        if !settings.isQuiet {
            context.messages.say(
                "drew \(movie.status.frameCount) pictures, "
                    + RecordingSummary.text(
                        duration: movie.status.duration, byteCount: movie.status.byteCount)
                    + ", in \(path)")
        }
        return .success
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
        of film: MediaFileSource, _ track: FaceTrackReader
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

    /// Puts the film's own face track into the copy.
    private func addFaces(of track: FaceTrackReader) throws(FacecapError) {
        let path = settings.recording.path
        var editor = try MovieEditor(path: path)
        try editor.addFaceTrack(FaceTrackAddition(copying: track))
        try editor.write(to: path, overwriting: true)
    }
}
