// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// The look at one video of a call of `analyze`.
struct AnalyzeRun {
    /// What it came to.
    enum Outcome: Sendable {
        case done(AnalyzeSummary)
        /// Its user wants no more; nothing was written.
        case interrupted
        /// What went wrong was said already, perhaps in these words.
        case failed(ExitCode, String = "")
    }

    let item: AnalyzeItem
    let settings: AnalyzeSettings
    let interruption: Interruption
    /// Ends the program while nothing else can.
    let endNow: @Sendable () -> Void
    let context: CommandContext

    func run() async throws(FacecapError) -> Outcome {
        // Between two videos no part is at work, and the rows and the page are another thread's.
        defer { interruption.begin {} }
        if !Files.isRegular(item.input) {
            // Opening a pipe waits for its writer, who may never come.
            interruption.begin(endPart: endNow)
        }
        if let faces = settings.analyzedFaces(of: item), let output = item.output {
            try export(faces, of: output, to: settings.sidecars)
            return .done(try AnalyzeSummary(ofMovie: output))
        }
        if let output = item.output {
            try item.checkOutput(overwriting: settings.overwrites)
            if try !item.isMovie() {
                // Its encoded samples go into a new movie.
                return try await record(to: output)
            }
        }
        let video = UnchangedFile(path: item.input)
        let collector = item.output.map { _ in
            FaceTrackCollector(
                settings.faces, forCopyOf: item.input, isolation: settings.run.source.isolation)
        }
        let look = AnalyzeLook(
            item: item, settings: settings, run: runSettings, collector: collector,
            interruption: interruption, context: context)
        guard let (summary, info, sidecars) = try await look.run() else { return .interrupted }
        if let output = item.output, let collector {
            try video.check()
            try collector.writeCopy(
                of: item.input, to: output, info: info,
                isolation: settings.run.source.isolation, overwriting: settings.overwrites)
            if let warning = try MovieReader.warningBesideFrames(ofMovieAt: item.input) {
                context.messages.say(warning.message)
            }
        }
        // Where they have their names, so has the movie: an interrupted run goes on from what is there.
        try sidecars.publish()
        return .done(summary)
    }

    private var runSettings: RunSettings {
        var run = settings.run
        run.source.sources = [RunSource(.file(item.input))]
        return run
    }

    /// Writes the faces of a movie beside it, as those of the video that it is a copy of.
    private func export(
        _ faces: FaceTrackReader, of movie: String, to formats: [FaceExportFormat]
    ) throws(FacecapError) {
        var info = FaceExportFormat.Info(faces, path: item.input, isMirrored: false)
        info.moviePath = movie
        let video = try? MediaFileInspection.of(
            path: item.input, isolation: settings.run.source.isolation)
        info.frameRate = video?.decodedTrack?.frameRate ?? info.frameRate
        info.includesLandmarks = settings.run.stream.includesLandmarks
        info.includesMesh = settings.run.stream.includesMesh
        let exports = try formats.map { format throws(FacecapError) in
            ExportRun.Export(
                format: format, exporter: try format.makeExporter(info),
                destination: .file(
                    try SidecarFile(path: item.sidecar(format), overwriting: settings.overwrites)))
        }
        var run = ExportRun(reader: faces, isMirrored: false, exports: exports)
        // Those that are written while the video is looked at have none.
        run.includesMetadata = false
        try run.run()
    }

    private func record(to output: String) async throws(FacecapError) -> Outcome {
        // Its other tracks would be lost.
        try Files.check(output, isNot: item.input)
        try item.check(sidecars: settings.sidecars, overwriting: settings.overwrites)
        let video = UnchangedFile(path: item.input)
        let media =
            Files.isRegular(item.input)
            ? try? MediaFileInspection.of(
                path: item.input, isolation: settings.run.source.isolation) : nil
        // A copy that is not whole is worth nothing, and no file has to make room for it.
        let file = try AtomicFile(
            creating: output, overwriting: settings.overwrites, isHeldBack: true)
        let exitCode = try await RecordRun(
            settings: copying(media, into: file), context: context
        ).run()
        guard exitCode == .success else {
            return exitCode == .interrupted ? .interrupted : .failed(exitCode)
        }
        try video.check()
        try file.publishWhole()
        CopyNotes.sayLeftOutTracks(
            of: item.input, media, in: output, keepsAudio: true, keepsChapters: false,
            encodesFrames: false, to: context.messages)
        // They have the movie's times, which begin with its first frame or audio.
        if !settings.sidecars.isEmpty {
            try export(FaceTrackReader(path: output), of: output, to: settings.sidecars)
        }
        return .done(try AnalyzeSummary(ofMovie: output))
    }

    /// A recording that copies the video's frames and audio.
    private func copying(
        _ media: MediaFileInspection?, into file: AtomicFile
    ) -> RecordSettings {
        var record = RecordSettings()
        record.run = runSettings
        record.interruption = interruption
        record.audio = .source
        record.recording = CaptureMovieFileOutput.Settings(path: file.path)
        record.recording.file = file
        // It was not created now, and equal runs write equal bytes.
        record.recording.includesCreationTime = false
        record.recording.metadata =
            (CopySource(ofVideo: item.input)?.items ?? []) + (media?.metadataItems ?? [])
        record.recording.video = .passthrough
        record.recording.audio = .passthrough
        record.recording.faces = settings.faces
        record.recording.overwritesExistingFiles = settings.overwrites
        return record
    }
}
