// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport
import ProcessIsolation

/// One run of `redact`: what is to be hidden is told from the whole video, before a frame is written.
struct RedactRun {
    let settings: RedactSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        ProcessRights.keepMemoryPrivate()
        let copy = ProcessedCopy(
            video: settings.input, path: settings.recording.path,
            overwritesExistingFile: settings.recording.overwritesExistingFiles,
            context: context)
        try checkVideo()
        try copy.check()
        let signals = copy.watchSignals()
        let isWritten = try await write(copy)
        withExtendedLifetime(signals) {}
        return isWritten ? .success : copy.sayInterrupted()
    }

    /// Makes the copy; `false` when its user wants no more.
    private func write(_ copy: ProcessedCopy) async throws(FacecapError) -> Bool {
        var faces = FaceTrackCollector()
        var plans: [RedactionPlan] = []
        let track = TrackPlan(
            path: settings.input, settings: settings.redaction, collector: faces,
            interruption: copy.interruption)
        var detector = track.map { DetectorMetadata.items(of: $0.movie) } ?? []
        if let track {
            plans.append(track.plan)
            if !copy.interruption.isMade { sayWhatIsBelieved(track) }
        }
        if track == nil || track?.shortcoming != nil || settings.detects {
            faces = FaceTrackCollector(keepingGapsOf: settings.input)
            let look = RedactLook(
                settings: settings, faces: faces, interruption: copy.interruption,
                context: context)
            let found = try await look.run()
            plans.append(found.plan)
            detector = DetectorMetadata.items(found.info)
        }
        guard !copy.interruption.isMade else { return false }
        let video = try FileSource.open(
            settings.input, options: settings.fileOptions, isolation: settings.run.source.isolation)
        let recording = settings.recording(of: video)
        let processor = RedactingProcessor(plans: plans, method: settings.redaction.method)
        let summary = try await copy.write(
            video, through: [processor, settings.bleeper].compactMap(\.self),
            as: recording
        ) { editor throws(FacecapError) in
            let track = faces.track
            if settings.keepsFaces, !track.samples.isEmpty {
                try editor.addFaceTrack(track)
                DetectorMetadata.replace(in: &editor, with: detector)
            }
            if settings.keepsMetadata, let movie = try? MovieReader(path: settings.input) {
                try editor.takeTracks(of: movie) {
                    ($0.hasClientMetadata || $0.hasMarkers) && !$0.hasFaces
                }
            }
        }
        guard let summary else { return false }
        sayWhatIsNotCopied(recording)
        sayHowItWent(summary, processor.counts)
        return true
    }

    /// Throws where the video cannot be read twice.
    private func checkVideo() throws(FacecapError) {
        guard Files.isRegular(settings.input) else {
            throw FacecapError(
                .sourceNotFound,
                "\(settings.input) is no file; redact reads a video twice, so save it to a file first."
            )
        }
    }

    private func sayWhatIsBelieved(_ track: TrackPlan) {
        if let shortcoming = track.shortcoming {
            context.messages.remark(
                "the video's own track of faces \(shortcoming); looking for faces too")
        } else if !settings.detects {
            context.messages.remark(
                "hiding the faces of the video's own track; --detect looks for others too")
        }
    }

    private func sayWhatIsNotCopied(_ recording: CaptureMovieFileOutput.Settings) {
        if settings.audio == .keep, case .encoded = recording.audio {
            context.messages.say(CopyNotes.encodedAudio(of: settings.input))
        }
        CopyNotes.sayLeftOutTracks(
            of: settings.input, in: recording.path, keepsAudio: settings.audio != .drop,
            isolation: settings.run.source.isolation, to: context.messages)
    }

    private func sayHowItWent(
        _ summary: ProcessedCopy.Summary, _ counts: RedactingProcessor.Counts
    ) {
        context.messages.remark(
            "hid faces in \(counts.partly) of \(summary.frameCount) frames, the whole frame in "
                + "\(counts.wholly); wrote "
                + RecordingSummary.text(duration: summary.duration, byteCount: summary.byteCount)
                + " to \(settings.recording.path)")
    }
}
