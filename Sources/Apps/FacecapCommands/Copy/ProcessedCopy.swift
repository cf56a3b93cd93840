// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// A copy of a video whose samples are changed on the way. It takes its place once it is whole; nothing is
/// left of it where anything fails, or its user wants no more.
struct ProcessedCopy: Sendable {
    /// A copy that has no name: nothing is left of it where it gets none, however the program ends.
    struct Draft {
        let file: AtomicFile
        let status: CaptureMovieFileOutput.Status
        /// When the video's first frame is shown; `nil` without one.
        let firstTime: MediaTime?
        /// What is wrong with the video.
        let warnings: [FacecapError]
    }

    /// What was written.
    struct Summary {
        let frameCount: Int
        let duration: MediaTime
        let byteCount: Int64
    }

    /// The video's path.
    let video: String
    /// The copy's path.
    let path: String
    let overwritesExistingFile: Bool
    let context: CommandContext
    /// The request that no copy be made.
    let interruption = Interruption()
    /// The video as it was before anything was read of it.
    private let original: UnchangedFile

    init(video: String, path: String, overwritesExistingFile: Bool, context: CommandContext) {
        original = UnchangedFile(path: video)
        (self.video, self.path) = (video, path)
        (self.overwritesExistingFile, self.context) = (overwritesExistingFile, context)
    }

    /// Throws what stands against the copy before anything is read.
    func check() throws(FacecapError) {
        try Files.check(path, isNot: video)
        var settings = CaptureMovieFileOutput.Settings(path: path)
        settings.overwritesExistingFiles = overwritesExistingFile
        try settings.checkPath()
    }

    /// A signal asks that no copy be made, for as long as the value exists; a later one ends the
    /// program at once.
    func watchSignals() -> SignalWatcher {
        SignalWatcher { [interruption] _ in interruption.make() }
    }

    /// Says that there is no copy, as its user wanted none.
    func sayInterrupted() -> ExitCode {
        context.messages.say("stopped before the video's end; \(path) was not written")
        return .interrupted
    }

    /// Writes the copy without a name; `nil` where its user wants no more.
    ///
    /// - Parameters:
    ///   - source: the video.
    ///   - processors: what its samples go through.
    ///   - recording: what the copy is like, wherever it lies.
    func draft(
        _ source: sending any CaptureSource, through processors: [any SampleProcessor],
        as recording: CaptureMovieFileOutput.Settings
    ) async throws(FacecapError) -> Draft? {
        let frameCount = source.estimatedFrameCount
        let run = CopyRun(
            copy: self, source: Handover(source), estimatedFrameCount: frameCount,
            processors: processors, recording: recording, file: try AtomicFile(besides: path))
        return try await run.run()
    }

    /// Completes a copy and gives it its name; `nil` where its user wants no more.
    ///
    /// - Parameters:
    ///   - said: what has been said of the video.
    ///   - complete: puts in what is neither frame nor audio, at the times of the video.
    func publish(
        _ draft: Draft, said: [String] = [],
        complete: (inout MovieEditor) throws(FacecapError) -> Void
    ) throws(FacecapError) -> Summary? {
        for warning in draft.warnings.map(\.message) where !said.contains(warning) {
            context.messages.say(warning)
        }
        var editor = MovieEditor(try MovieReader(WrittenMovieBytes(draft.file)))
        if let firstTime = draft.firstTime, let shown = editor.reader.firstFrameTime {
            editor.start = firstTime.since(shown)
        }
        try complete(&editor)
        guard !interruption.isMade else { return nil }
        try original.check()
        let summary = try editor.write(to: path, overwriting: overwritesExistingFile)
        return Summary(
            frameCount: draft.status.frameCount, duration: draft.status.duration,
            byteCount: summary.byteCount)
    }
}

extension MovieReader {
    /// When the first frame is shown.
    fileprivate var firstFrameTime: MediaTime? {
        guard let video = tracks.first(where: { $0.kind == .video }) else { return nil }
        var samples = samples(of: video)
        let first = try? samples.next()
        return first.flatMap { video.presentationTime(ofMediaTime: $0.presentationMediaTime) }
    }
}
