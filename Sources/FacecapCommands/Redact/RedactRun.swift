import Facecap
import Glibc

/// One run of `redact`: what is to be hidden is told from the whole film, before a picture is written.
struct RedactRun {
    let settings: RedactSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        try checkFiles()
        let output = UnfinishedFile(for: settings.recording.path)
        let interruption = Interruption()
        let signals = SignalWatcher(
            endNow: { code in
                output.remove()
                ProcessSetup.endNow(code)
            }, { _ in interruption.make() })
        let isWritten = try await write(output, interruption)
        withExtendedLifetime(signals) {}
        guard !isWritten else { return .success }
        context.messages.say(
            "stopped before the film's end; \(settings.recording.path) was not written")
        return .interrupted
    }

    /// Makes the copy; `false` when its user wants no more.
    private func write(
        _ output: UnfinishedFile, _ interruption: Interruption
    ) async throws(FacecapError) -> Bool {
        var faces = FaceTrackCollector(FaceTrackFormat())
        var plans: [RedactionPlan] = []
        let track = TrackPlan(
            path: settings.input, settings: settings.redaction, collector: faces,
            interruption: interruption)
        if let track {
            plans.append(track.plan)
            sayWhatIsBelieved(track)
        }
        if track == nil || track?.shortcoming != nil || settings.detects {
            faces = FaceTrackCollector(FaceTrackFormat())
            plans.append(try await detectedPlan(faces, interruption))
        }
        guard !interruption.isMade else { return false }
        let copy = RedactedCopy(
            settings: settings, context: context, plans: plans, output: output,
            interruption: interruption)
        return try await copy.write(faces: settings.keepsFaces ? faces.samples : [])
    }

    /// Throws where the film cannot be read twice, or would be written over.
    private func checkFiles() throws(FacecapError) {
        let output = settings.recording.path
        var (film, existing) = (stat(), stat())
        guard stat(settings.input, &film) == 0, film.st_mode & S_IFMT == S_IFREG else {
            throw FacecapError(
                .sourceNotFound,
                "\(settings.input) is no file; redact reads a film twice, so save it to a file first."
            )
        }
        if stat(output, &existing) == 0, existing.st_dev == film.st_dev,
            existing.st_ino == film.st_ino
        {
            throw FacecapError(
                .invalidArgument,
                "\(output) is the film itself, which is not written over; name another file.")
        }
        try RecordRun.check(output) { () throws(FacecapError) in
            try settings.recording.checkPath()
        }
    }

    private func sayWhatIsBelieved(_ track: TrackPlan) {
        guard !settings.live.isQuiet else { return }
        if let shortcoming = track.shortcoming {
            context.messages.say(
                "the film's own track of faces \(shortcoming); looking for faces too")
        } else if !settings.detects {
            context.messages.say(
                "hiding the faces of the film's own track; --detect looks for others too")
        }
    }

    /// What is found in the film, or in what of it was looked at when its user wanted no more.
    private func detectedPlan(
        _ faces: FaceTrackCollector, _ interruption: Interruption
    ) async throws(FacecapError) -> RedactionPlan {
        let live = try await LiveSession(settings: settings.live, messages: context.messages)
        let presenter = RedactPresenter(settings: settings.redaction, collector: faces)
        let audience = LiveAudience(
            of: live, presenter: presenter, showsStatistics: false,
            console: LiveConsole(
                context.messages,
                progress: ProgressBar(live, isQuiet: settings.live.isQuiet, context)))
        let stopRequest = StopRequest(session: live.session)
        interruption.begin { stopRequest.make() }
        let ending = RunEnding(try await live.session.run(stopRequest), cause: stopRequest.cause)
        audience.finish()
        _ = try audience.exitCode(ending)
        return presenter.plan
    }
}
