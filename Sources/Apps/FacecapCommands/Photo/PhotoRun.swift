import Facecap
import Glibc

/// One run of `photo`: a session until the photos that were asked for are there.
struct PhotoRun {
    let settings: PhotoRunSettings
    let context: CommandContext

    func run() async throws(FacecapError) -> ExitCode {
        for index in settings.live.sources.indices {
            let photo = settings.photo(ofSource: index)
            try RecordRun.check(photo.path(ofPhoto: 1) ?? "") { () throws(FacecapError) in
                try photo.checkPath()
            }
        }
        let live = try await LiveSession(settings: settings.live, messages: context.messages)
        let stopRequest = StopRequest(session: live.session)
        let standardOutput = LiveOutput(context.output) { stopRequest.make() }
        let audience = LiveAudience(
            of: live, presenter: PhotoPresenter(), showsStatistics: false,
            console: LiveConsole(context.messages, progress: nil))
        // They finish before the movie: of a photo of the source's end there is one too.
        let outputs = try await makeOutputs(live)
        let movie = try await makeMovie(live, audience.console, stopRequest)
        let monitors = takePhotos(
            with: outputs, of: live, movie, audience.console, standardOutput, stopRequest)
        let signals = SignalWatcher { _ in stopRequest.make() }
        let reason = try await live.session.run(stopRequest)
        audience.finish()
        movie?.finish()
        withExtendedLifetime(signals) {}
        try standardOutput.check()
        let ending = RunEnding(reason, cause: stopRequest.cause)
        let exitCode = try audience.exitCode(ending)
        guard exitCode == .success else { return exitCode }
        if let error = movie?.error { return ExitCode(error.code) }
        return outcome(of: monitors, stopRequest.cause)
    }

    /// One of each camera.
    private func makeOutputs(_ live: LiveSession) async throws(FacecapError) -> [CapturePhotoOutput]
    {
        var outputs: [CapturePhotoOutput] = []
        for camera in live.cameras {
            outputs.append(
                try await CapturePhotoOutput(
                    of: camera, redaction: settings.redaction, in: live.session))
        }
        return outputs
    }

    private func makeMovie(
        _ live: LiveSession, _ console: LiveConsole, _ stopRequest: StopRequest
    ) async throws(FacecapError) -> LivePhotoMovie? {
        guard let margin = settings.movieMargin else { return nil }
        return try await LivePhotoMovie(
            settings, margin: margin, of: live.cameras[0], in: live.session, console: console,
            ended: { stopRequest.make(.limit) })
    }

    /// Asks every camera for its photos; the session ends with the last of them.
    private func takePhotos(
        with outputs: [CapturePhotoOutput], of live: LiveSession, _ movie: LivePhotoMovie?,
        _ console: LiveConsole, _ standardOutput: LiveOutput, _ stopRequest: StopRequest
    ) -> [PhotoMonitor] {
        let active = ActiveRecordings(count: live.cameras.count, stopRequest: stopRequest)
        let writesJSON = settings.live.writesJSON
        return zip(live.cameras, outputs).map { camera, output in
            let scene = camera.scene
            let monitor = PhotoMonitor(
                isQuiet: settings.live.isQuiet, saysShortfalls: false,
                say: { console.say(scene.named($0)) },
                received: { photo in
                    if writesJSON { standardOutput.write(PhotoRecord.line(photo, of: scene)) }
                    movie?.record(around: photo.observation.presentationTime)
                },
                ended: { error in
                    // A movie goes on for a while after its photo.
                    active.end(movie == nil || error != nil ? .limit : nil)
                })
            var photo = settings.photo(ofSource: scene.index)
            if camera.input.isLive == true, photo.delay == .zero {
                // So that there is a time before it.
                photo.delay = settings.movieMargin ?? .zero
            }
            output.capturePhoto(with: photo, delegate: monitor)
            return monitor
        }
    }

    /// What the photos themselves say of how the run ended: the first failure counts. A time lapse is
    /// whole whenever its user stops it.
    private func outcome(of monitors: [PhotoMonitor], _ cause: StopRequest.Cause?) -> ExitCode {
        for monitor in monitors {
            if let error = monitor.error, error.code == .invalidState { monitor.say(error.message) }
        }
        guard let error = monitors.compactMap(\.error).first else { return .success }
        guard error.code == .invalidState else { return ExitCode(error.code) }
        return cause == .signal ? .interrupted : .failure
    }
}
