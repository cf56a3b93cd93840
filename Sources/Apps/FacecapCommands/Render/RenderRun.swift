import Facecap

/// One run of `render`: a session that reads the movie, draws and records.
struct RenderRun {
    let settings: RenderSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        let track = try FaceTrackReader(ofMovie: settings.input)
        let copy = ProcessedCopy(
            film: settings.input, path: settings.recording.path,
            overwritesExistingFile: settings.recording.overwritesExistingFiles,
            isQuiet: settings.isQuiet, context: context)
        try copy.check()
        let film = try MediaFileSource(settings.input, options: settings.fileOptions)
        let signals = copy.watchSignals()
        let summary = try await copy.write(
            film, through: [FaceRenderer(track, overlay: settings.overlay)],
            as: recording(of: film, track)
        ) { editor throws(FacecapError) in try editor.takeMetadata(of: track.movie) }
        withExtendedLifetime(signals) {}
        guard let summary else { return copy.sayInterrupted() }
        if !settings.isQuiet {
            context.messages.say(
                "drew \(summary.frameCount) pictures, "
                    + RecordingSummary.text(
                        duration: summary.duration, byteCount: summary.byteCount)
                    + ", in \(copy.path)")
        }
        return .success
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
}
