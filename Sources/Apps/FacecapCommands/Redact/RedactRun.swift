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
        let faces = FaceTrackCollector()
        let track = TrackPlan(
            path: settings.input, isolation: settings.run.source.isolation,
            settings: settings.redaction, collector: faces, interruption: copy.interruption)
        var found = Findings(
            plans: track.map { [$0.plan] } ?? [], faces: faces,
            detector: track.map { DetectorMetadata.items(of: $0.movie) } ?? [])
        if let track, !copy.interruption.isMade { sayWhatIsBelieved(track) }
        if track == nil || track?.shortcoming != nil || settings.detects {
            found = try await look(copy, beside: found)
        }
        guard var cover = try await cover(found, in: copy) else { return false }
        // Only who decodes all frames knows whether they are what the track tells of.
        if let track, found.said == nil, !track.isBorneOut(by: cover.draft) {
            context.messages.remark(
                "the video is damaged, and its own track of faces may tell of other frames than it shows;"
                    + " looking for faces too")
            found = try await look(copy, beside: found)
            guard let another = try await self.cover(found, in: copy) else { return false }
            cover = another
        }
        let summary = try copy.publish(cover.draft, said: found.said ?? []) {
            editor throws(FacecapError) in
            try complete(&editor, cover, found)
        }
        guard let summary else { return false }
        sayWhatIsNotCopied(cover.recording)
        sayHowItWent(summary, cover.processor.counts)
        return true
    }

    /// The faces to hide.
    private struct Findings {
        let plans: [RedactionPlan]
        /// Those that the copy's track tells of, and who found them.
        let faces: FaceTrackCollector
        let detector: [MovieMetadataItem]
        /// What was said of the video while faces were looked for in it; `nil` where they were not.
        var said: [String]?
    }

    /// A copy that has no name yet, in which faces are hidden.
    private struct Cover {
        let draft: ProcessedCopy.Draft
        let recording: CaptureMovieFileOutput.Settings
        let processor: RedactingProcessor
        let bleeper: AudioBleeper?
    }

    /// Looks for faces, to hide them beside those that are known.
    private func look(
        _ copy: ProcessedCopy, beside known: Findings
    ) async throws(FacecapError) -> Findings {
        let faces = FaceTrackCollector(keepingGapsOf: settings.input)
        let look = RedactLook(
            settings: settings, faces: faces, interruption: copy.interruption, context: context)
        let found = try await look.run()
        return Findings(
            plans: known.plans + [found.plan], faces: faces,
            detector: DetectorMetadata.items(found.info), said: found.said)
    }

    /// Writes the frames and the audio; `nil` when their user wants no more.
    private func cover(
        _ found: Findings, in copy: ProcessedCopy
    ) async throws(FacecapError) -> Cover? {
        guard !copy.interruption.isMade else { return nil }
        let video = try FileSource.open(
            settings.input, options: settings.fileOptions, isolation: settings.run.source.isolation)
        let recording = settings.recording(of: video)
        let processor = RedactingProcessor(plans: found.plans, method: settings.redaction.method)
        let bleeper = settings.bleeper
        let draft = try await copy.draft(
            video, through: [processor] + (bleeper.map { [$0] } ?? []), as: recording)
        return draft.map {
            Cover(draft: $0, recording: recording, processor: processor, bleeper: bleeper)
        }
    }

    /// Puts in what is neither frame nor audio.
    private func complete(
        _ editor: inout MovieEditor, _ cover: Cover, _ found: Findings
    ) throws(FacecapError) {
        if let stretch = cover.bleeper?.stretchesWithoutAudio.first { throw noAudio(in: stretch) }
        let track = found.faces.track
        if settings.keepsFaces, !track.samples.isEmpty {
            try editor.addFaceTrack(track)
            DetectorMetadata.replace(in: &editor, with: found.detector)
        }
        let movie = try? MovieReader(path: settings.input)
        if settings.audio == .keep, let movie { editor.takeLanguages(of: movie) }
        if settings.keepsMetadata, let movie {
            try editor.takeTracks(of: movie) {
                ($0.hasClientMetadata || $0.hasMarkers) && !$0.hasFaces
            }
        }
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
        // A player may count them from 0.
        if let end = media.endTime, let duration = media.duration, end - duration > 0.05 {
            let start = (end - duration).clockText(decimals: 1)
            context.messages.say(
                "the times of \(settings.input) begin at \(start), also those of --bleep")
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
        let media = try? MediaFileInspection.of(
            path: settings.input, isolation: settings.run.source.isolation)
        CopyNotes.sayLeftOutTracks(
            of: settings.input, media, in: recording.path, keepsAudio: settings.audio != .drop,
            keepsChapters: false, encodesFrames: true, to: context.messages)
    }

    private func sayHowItWent(
        _ summary: ProcessedCopy.Summary, _ counts: RedactingProcessor.Counts
    ) {
        context.messages.remark(
            "hid faces in \(counts.partly) of \(summary.frameCount.counted("frame")),"
                + " the whole frame in \(counts.wholly); wrote "
                + RecordingSummary.text(duration: summary.duration, byteCount: summary.byteCount)
                + " to \(settings.recording.path)")
    }
}
