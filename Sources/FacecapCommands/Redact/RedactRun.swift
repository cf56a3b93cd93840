import Facecap
import Glibc

/// One run of `redact`: what is to be hidden is told from the whole film, before a picture is written.
struct RedactRun {
    let settings: RedactSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        try checkFiles()
        let faces = FaceTrackCollector(FaceTrackFormat())
        var plans: [RedactionPlan] = []
        if let plan = try trackPlan(settings.detects ? nil : faces) { plans.append(plan) }
        if plans.isEmpty || settings.detects {
            guard let plan = try await detectedPlan(faces) else {
                context.messages.say(
                    "stopped before the film's end; \(settings.recording.path) was not written")
                return .interrupted
            }
            plans.append(plan)
        }
        let copy = RedactedCopy(
            settings: settings, context: context,
            processor: RedactingProcessor(plans: plans, method: settings.redaction.method))
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

    /// What the film's own track of faces tells; `nil` where it has none.
    private func trackPlan(_ faces: FaceTrackCollector?) throws(FacecapError) -> RedactionPlan? {
        let movie: MovieReader
        do throws(FacecapError) {
            movie = try MovieReader(path: settings.input)
        } catch {
            // Another kind of film, or one so damaged that detection has to do.
            return nil
        }
        guard !FaceTrackReader.tracks(of: movie).isEmpty else { return nil }
        var cursor = try FaceTrackReader(movie).frames()
        var plan = RedactionPlan(settings: settings.redaction)
        while let element = try cursor.next() {
            guard case .frame(let frame) = element else { continue }
            plan.append(frame.observation, duration: frame.duration)
            faces?.append(frame.observation)
        }
        if !settings.live.isQuiet, !settings.detects {
            context.messages.say(
                "hiding the faces of the film's own track; --detect looks for others too")
        }
        return plan
    }

    /// What is found in the film; `nil` when its user wants no more.
    private func detectedPlan(
        _ faces: FaceTrackCollector
    ) async throws(FacecapError) -> RedactionPlan? {
        let live = try await LiveSession(settings: settings.live, messages: context.messages)
        let presenter = RedactPresenter(settings: settings.redaction, collector: faces)
        let audience = LiveAudience(
            of: live, presenter: presenter, showsStatistics: false,
            console: LiveConsole(
                context.messages,
                progress: ProgressBar(live, isQuiet: settings.live.isQuiet, context)))
        let stopRequest = StopRequest(session: live.session)
        let signals = SignalWatcher { _ in stopRequest.make() }
        let ending = RunEnding(try await live.session.run(stopRequest), cause: stopRequest.cause)
        audience.finish()
        withExtendedLifetime(signals) {}
        _ = try audience.exitCode(ending)
        return stopRequest.cause == nil ? presenter.plan : nil
    }
}
