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
    let isQuiet: Bool
    let context: CommandContext
    /// The request that no copy be made.
    let interruption = Interruption()

    /// Throws what stands against the copy before anything is read.
    func check() throws(FacecapError) {
        if Files.areSame(video, path) {
            throw FacecapError(
                .invalidArgument,
                "\(path) is the video itself, which is not written over; name another file.")
        }
        var settings = CaptureMovieFileOutput.Settings(path: path)
        settings.overwritesExistingFiles = overwritesExistingFile
        try RecordRun.check(path) { () throws(FacecapError) in try settings.checkPath() }
    }

    /// A signal asks that no copy be made, for as long as the value exists; a later one ends the
    /// program at once.
    func watchSignals() -> SignalWatcher {
        SignalWatcher(
            endNow: { ProcessSetup.endNow($0) }, { [interruption] _ in interruption.make() })
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
    ///   - complete: puts in what is neither frame nor audio.
    func write(
        _ source: MediaFileSource, through processors: [any SampleProcessor],
        as recording: CaptureMovieFileOutput.Settings,
        complete: (inout MovieEditor) throws(FacecapError) -> Void
    ) async throws(FacecapError) -> Summary? {
        // It never has a name: nothing is left of it, however the program ends.
        let file = try AtomicFile(besides: path)
        guard let status = try await record(source, through: processors, as: recording, into: file)
        else { return nil }
        var editor = MovieEditor(try MovieReader(WrittenMovieBytes(file)))
        try complete(&editor)
        guard !interruption.isMade else { return nil }
        let summary = try editor.write(to: path, overwriting: overwritesExistingFile)
        return Summary(
            frameCount: status.frameCount, duration: status.duration, byteCount: summary.byteCount)
    }

    private func record(
        _ source: MediaFileSource, through processors: [any SampleProcessor],
        as recording: CaptureMovieFileOutput.Settings, into file: AtomicFile
    ) async throws(FacecapError) -> CaptureMovieFileOutput.Status? {
        let console = LiveConsole(
            context.messages,
            progress: ProgressBar(total: source.estimatedFrameCount, isQuiet: isQuiet, context))
        let processed = ProcessedSource(
            source, processors: processors + [FrameCounter { console.countFrame() }])
        let session = CaptureSession()
        let input = CaptureDeviceInput(
            device: CaptureDevice(kind: .file, uniqueID: video, localizedName: video) { _ in
                processed
            })
        try await session.addInput(input)
        let movie = CaptureMovieFileOutput()
        try await session.addOutput(movie, from: [input])
        let stopRequest = StopRequest(session: session)
        // What goes wrong is said once, by whoever it is thrown to.
        let monitor = RecordMonitor(
            isQuiet: true, isSeries: false, goesOnAfterFailure: false,
            active: ActiveRecordings(count: 1, stopRequest: stopRequest), say: { _ in })
        movie.setRecordingDelegate(monitor)
        var recording = recording
        recording.path = path
        recording.file = file
        recording.overwritesExistingFiles = true
        movie.startRecording(recording)
        interruption.begin {
            movie.cancelRecording()
            stopRequest.make()
        }
        let reason = try await session.run(stopRequest)
        console.eraseProgress()
        if case .failed(let error) = monitor.outcome { throw error }
        if case .error(let error) = reason { throw error }
        return monitor.outcome == .completed ? movie.status : nil
    }
}
