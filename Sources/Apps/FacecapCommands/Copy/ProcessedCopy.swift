// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// A copy of a video whose samples are changed on the way. It takes its place once it is whole; nothing is
/// left of it where anything fails, or its user wants no more.
struct ProcessedCopy: Sendable {
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

    /// Writes the copy; `nil` where its user wants no more.
    ///
    /// - Parameters:
    ///   - source: the video.
    ///   - processors: what its samples go through.
    ///   - recording: what the copy is like, wherever it lies.
    ///   - complete: puts in what is neither frame nor audio, at the times of the video.
    func write(
        _ source: sending any CaptureSource, through processors: [any SampleProcessor],
        as recording: CaptureMovieFileOutput.Settings,
        complete: (inout MovieEditor) throws(FacecapError) -> Void
    ) async throws(FacecapError) -> Summary? {
        // It never has a name: nothing is left of it, however the program ends.
        let file = try AtomicFile(besides: path)
        let frameCount = source.estimatedFrameCount
        let run = CopyRun(
            copy: self, source: Handover(source), estimatedFrameCount: frameCount,
            processors: processors, recording: recording, file: file)
        guard let (status, firstTime) = try await run.run() else { return nil }
        var editor = MovieEditor(try MovieReader(WrittenMovieBytes(file)))
        if let firstTime, let shown = editor.reader.firstFrameTime {
            editor.start = firstTime.since(shown)
        }
        try complete(&editor)
        guard !interruption.isMade else { return nil }
        try original.check()
        let summary = try editor.write(to: path, overwriting: overwritesExistingFile)
        return Summary(
            frameCount: status.frameCount, duration: status.duration, byteCount: summary.byteCount)
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
