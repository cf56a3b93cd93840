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
        try SlantedFrames.check(settings.input)
        let isWritten = try await write(copy)
        withExtendedLifetime(signals) {}
        return isWritten ? .success : copy.sayInterrupted()
    }

    /// Makes the copy; `false` when its user wants no more.
    private func write(_ copy: ProcessedCopy) async throws(FacecapError) -> Bool {
        var faces = FaceTrackCollector()
        var plans: [RedactionPlan] = []
        let track = TrackPlan(
            path: settings.input, isolation: settings.run.source.isolation,
            settings: settings.redaction, collector: faces, interruption: copy.interruption)
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
        let bleeper = settings.bleeper
        let summary = try await copy.write(
            video, through: [processor] + (bleeper.map { [$0] } ?? []), as: recording
        ) { editor throws(FacecapError) in
            if let stretch = bleeper?.stretchesWithoutAudio.first { throw noAudio(in: stretch) }
            let track = faces.track
            if settings.keepsFaces, !track.samples.isEmpty {
                try editor.addFaceTrack(track)
                DetectorMetadata.replace(in: &editor, with: detector)
            }
            let movie = try? MovieReader(path: settings.input)
            if settings.audio == .keep, let movie { editor.takeLanguages(of: movie) }
            if settings.keepsMetadata, let movie {
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

    /// Throws where the video cannot be read twice, or has no audio where a tone is to be.
    private func checkVideo() throws(FacecapError) {
        let isolation = settings.run.source.isolation
        let location = MediaLocation(settings.input)
        try location.checkExistence()
        // A folder has its own error.
        guard case .file(let path) = location, Files.isRegular(path) || Files.isFolder(path) else {
            throw FacecapError(
                .sourceNotFound,
                "\(settings.input) is not a file: redact reads a video twice; save it to a file first."
            )
        }
        guard let last = settings.bleeps.max(by: { $0.lowerBound < $1.lowerBound }) else {
            return
        }
        let media = try MediaFileInspection.of(path: settings.input, isolation: isolation)
        let hasAudio = media.tracks.contains { $0.kind == "audio" }
        guard hasAudio, last.lowerBound.seconds <= media.endTime ?? .infinity else {
            throw noAudio(in: last)
        }
    }

    /// Why there is no tone in a stretch of time.
    private func noAudio(in stretch: ClosedRange<MediaTime>) -> FacecapError {
        let (from, to) = (stretch.lowerBound.seconds, stretch.upperBound.seconds)
        return FacecapError(
            .invalidArgument,
            "\(settings.input) has no audio from \(from.clockText(decimals: 1)) to "
                + "\(to.clockText(decimals: 1)), which --bleep is to replace; correct the times.")
    }

    private func sayWhatIsBelieved(_ track: TrackPlan) {
        if let shortcoming = track.shortcoming {
            context.messages.remark(
                "the video's own track of faces \(shortcoming); looking for faces too")
        } else if !settings.detects {
            let unused = settings.choosesDetector ? " without detecting any" : ""
            context.messages.remark(
                "hiding the faces of the video's own track\(unused); --detect looks for others too")
        }
    }

    private func sayWhatIsNotCopied(_ recording: CaptureMovieFileOutput.Settings) {
        if settings.audio == .keep, case .encoded = recording.audio {
            context.messages.say(CopyNotes.encodedAudio(of: settings.input))
        }
        CopyNotes.sayLeftOutTracks(
            of: settings.input, in: recording.path, keepsAudio: settings.audio != .drop,
            encodesFrames: true, isolation: settings.run.source.isolation, to: context.messages)
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
