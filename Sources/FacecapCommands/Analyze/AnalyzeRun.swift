import Facecap
import SystemSupport

/// One run of `analyze`.
struct AnalyzeRun {
    let settings: AnalyzeSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        if let output = settings.output {
            guard settings.overwrites || !Files.exists(output) else {
                throw FacecapError(
                    .outputFailed, "\(output) exists already; use --force to replace it.")
            }
            if try !isMovie() {
                // Its encoded samples go into a new movie.
                return try await RecordRun(settings: copying(into: output), context: context).run()
            }
        }
        let live = try await LiveSession(settings: settings.live, messages: context.messages)
        let collector = settings.output.map { _ in FaceTrackCollector(settings.faces) }
        guard try await look(live, collector) else { return .interrupted }
        if let output = settings.output, let collector {
            try write(collector.samples, to: output)
        }
        return .success
    }

    /// Whether the film is one that faces can be added to as it is.
    private func isMovie() throws(FacecapError) -> Bool {
        do throws(FacecapError) {
            _ = try MovieReader(path: settings.input)
            return true
        } catch {
            guard error.code == .mediaUnreadable else { throw error }
            return false
        }
    }

    /// Looks at the whole film; whether it came to its end.
    private func look(
        _ live: LiveSession, _ collector: FaceTrackCollector?
    ) async throws(FacecapError) -> Bool {
        let sidecars = try Sidecars(
            settings.sidecars, besideMovie: settings.output ?? settings.input,
            info: live.cameras[0].scene.exportInfo, overwriting: settings.overwrites)
        let audience = LiveAudience(
            of: live, presenter: AnalyzePresenter(collector: collector, sidecars: sidecars),
            showsStatistics: settings.live.showsStatistics,
            console: LiveConsole(
                context.messages,
                progress: ProgressBar(live, isQuiet: settings.live.isQuiet, context)))
        let stopRequest = StopRequest(session: live.session)
        let signals = SignalWatcher { _ in stopRequest.make() }
        let ending = RunEnding(try await live.session.run(stopRequest), cause: stopRequest.cause)
        audience.finish()
        withExtendedLifetime(signals) {}
        try sidecars.finish(
            reason: ending.name, failed: ending.error != nil || stopRequest.cause != nil)
        _ = try audience.exitCode(ending)
        if stopRequest.cause != nil, let output = settings.output {
            context.messages.say("stopped before the film's end; \(output) was not written")
        }
        return stopRequest.cause == nil
    }

    /// A recording that copies the film's pictures and sound.
    private func copying(into output: String) -> RecordSettings {
        var record = RecordSettings()
        record.live = settings.live
        record.sidecars = settings.sidecars
        record.sound = .source
        record.recording = RecordingSettings(path: output)
        record.recording.video = .passthrough
        record.recording.audio = .passthrough
        record.recording.faces = settings.faces
        record.recording.overwritesExistingFiles = settings.overwrites
        return record
    }

    /// Writes a copy of the film with the faces in it.
    private func write(
        _ samples: [(time: MediaTime, bytes: [UInt8])], to output: String
    ) throws(FacecapError) {
        var editor = try MovieEditor(path: settings.input)
        try editor.addFaceTrack(
            FaceTrackAddition(
                sampleEntry: settings.faces.sampleEntry,
                timescale: samples.first?.time.timescale ?? 1,
                samples: samples.map { ($0.time.value, $0.bytes) }))
        try editor.write(to: output, overwriting: settings.overwrites)
    }
}
