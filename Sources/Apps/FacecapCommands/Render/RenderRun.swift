// SPDX-License-Identifier: Apache-2.0
import Facecap

/// One run of `render`: a session that reads the movie, draws and records.
struct RenderRun {
    let settings: RenderSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        let copy = ProcessedCopy(
            video: settings.input, path: settings.recording.path,
            overwritesExistingFile: settings.recording.overwritesExistingFiles,
            context: context)
        let track = try FaceTrackReader(
            ofMovie: settings.input, isolation: settings.isolation)
        if settings.requiresLandmarks, let absence = track.absenceOfLandmarks(in: settings.input) {
            throw FacecapError(.mediaUnreadable, absence)
        }
        try copy.check()
        let input = try FileSource.open(
            settings.input, options: settings.fileOptions, isolation: settings.isolation)
        let recording = try recording(of: input, track)
        let signals = copy.watchSignals()
        let renderer = FaceRenderer(track, overlay: settings.overlay)
        let draft = try await copy.draft(input, through: [renderer], as: recording)
        guard let draft else { return copy.sayInterrupted() }
        let summary = try copy.publish(draft) { editor throws(FacecapError) in
            try editor.takeMetadata(of: track.movie)
            editor.takeLanguages(of: track.movie)
        }
        if draft.warnings.isEmpty { try context.messages.warn(of: track.movie) }
        if let warning = renderer.warning { context.messages.say(warning.message) }
        withExtendedLifetime(signals) {}
        guard let summary else { return copy.sayInterrupted() }
        let media = inspection(of: settings.input)
        // A list of chapters is kept, a track of them is not.
        let chapterCount = media?.chapterCount ?? 0
        let keepsChapters =
            chapterCount == 0 || inspection(of: copy.path)?.chapterCount == chapterCount
        CopyNotes.sayLeftOutTracks(
            of: settings.input, media, in: copy.path, keepsAudio: settings.audio != .drop,
            keepsImages: true, keepsChapters: keepsChapters, encodesFrames: true,
            to: context.messages)
        context.messages.remark(
            "drew \(summary.frameCount.counted("frame")), "
                + RecordingSummary.text(duration: summary.duration, byteCount: summary.byteCount)
                + ", in \(copy.path)")
        return .success
    }

    private func inspection(of path: String) -> MediaFileInspection? {
        try? MediaFileInspection.of(path: path, isolation: settings.isolation)
    }

    /// The copy as it is to be; throws where the video's audio cannot be copied.
    private func recording(
        of input: any CaptureSource, _ track: FaceTrackReader
    ) throws(FacecapError) -> CaptureMovieFileOutput.Settings {
        if settings.audio == .keep, input.encodedFormats.audio == nil,
            track.movie.tracks.contains(where: { $0.kind == .audio })
        {
            throw FacecapError(
                .formatUnsupported,
                "The audio of \(settings.input) is neither AAC nor Opus and cannot be copied; use"
                    + " --sound encode.")
        }
        var recording = settings.recording
        recording.video = .encoded(settings.video)
        return recording
    }
}
