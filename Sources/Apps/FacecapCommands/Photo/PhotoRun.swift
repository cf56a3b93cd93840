// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import SystemSupport

/// One run of `photo`: a session until the photos that were asked for are there.
struct PhotoRun: CaptureRun {
    /// What is open while it runs.
    struct Stage: RunStage {
        let live: RunSession
        /// One of each camera.
        let outputs: [CapturePhotoOutput]

        var session: CaptureSession { live.session }
    }

    /// Who hears what becomes of frames and photos.
    struct Observers {
        let output: RunOutput
        let audience: RunAudience
        let movie: LivePhotoMovie?
        let monitors: [PhotoMonitor]
    }

    let settings: PhotoRunSettings
    let context: CommandContext

    func open() async throws(FacecapError) -> Stage {
        let movie = settings.movieMargin.flatMap { _ in
            LivePhotoMovie.path(of: settings.photo(ofSource: 0))
        }
        for (index, source) in settings.run.source.sources.enumerated() {
            let photo = settings.photo(ofSource: index)
            if case .file(let input) = source.specifier {
                for path in [photo.path, photo.depthPath(ofPhoto: 1), movie] {
                    guard let path else { continue }
                    try Files.check(
                        path, isNot: input, "what is read",
                        isSeries: photo.overwritesExistingFiles
                            && photo.path(ofPhoto: 1) != photo.path)
                }
            }
            try photo.checkPath()
        }
        let live = try await RunSession(
            settings: settings.run, fileOptions: settings.fileOptions,
            microphone: settings.movieAudio?.device(), messages: context.messages)
        var outputs: [CapturePhotoOutput] = []
        for camera in live.cameras {
            try settings.photo.check(camera.input.device)
            outputs.append(
                try await CapturePhotoOutput(
                    of: camera, redaction: settings.redaction, depth: live.depth,
                    in: live.session))
        }
        return Stage(live: live, outputs: outputs)
    }

    func observe(
        _ stage: Stage, _ stopRequest: StopRequest
    ) async throws(FacecapError) -> Observers {
        let output = RunOutput(context.output.ending(with: stopRequest)) { stopRequest.make($0) }
        let audience = RunAudience(
            of: stage.live, presenter: SilentPresenter(), showsStatistics: false,
            console: RunConsole(context.messages, progress: nil))
        // The photos' outputs finish before the movie: of a photo of the source's end there is one too.
        let movie = try await makeMovie(stage.live, audience.console, stopRequest)
        let monitors = takePhotos(
            with: stage.outputs, of: stage.live, movie, audience, output, stopRequest)
        return Observers(output: output, audience: audience, movie: movie, monitors: monitors)
    }

    func present(
        _ stage: Stage, to observers: Observers, _ stopRequest: StopRequest
    ) -> [any AnyObject & Sendable] {
        [SignalWatcher { _ in stopRequest.make() }]
    }

    func finish(
        _ stage: Stage, _ observers: Observers, _ ending: RunEnding
    ) throws(FacecapError) -> ExitCode {
        observers.audience.finish()
        observers.movie?.finish()
        try observers.output.check()
        let exitCode = try observers.audience.exitCode(ending)
        guard exitCode == .success else { return exitCode }
        if let error = observers.movie?.error { return ExitCode(error.code) }
        return outcome(of: observers.monitors, ending.cause)
    }

    private func makeMovie(
        _ live: RunSession, _ console: RunConsole, _ stopRequest: StopRequest
    ) async throws(FacecapError) -> LivePhotoMovie? {
        guard let margin = settings.movieMargin else { return nil }
        return try await LivePhotoMovie(
            settings, margin: margin, of: live.cameras[0], microphone: live.microphone?.input,
            in: live.session, console: console, ended: { stopRequest.make(.limit) })
    }

    /// Asks every camera for its photos; the session ends with the last of them.
    private func takePhotos(
        with outputs: [CapturePhotoOutput], of live: RunSession, _ movie: LivePhotoMovie?,
        _ audience: RunAudience, _ standardOutput: RunOutput, _ stopRequest: StopRequest
    ) -> [PhotoMonitor] {
        let console = audience.console
        // Photos that are wanted yet when their source is over wait for the session's end.
        let active = ActiveRecordings(of: audience.observers, stopRequest: stopRequest)
        let writesJSON = settings.run.stream.writesJSON
        return zip(live.cameras, outputs).map { camera, output in
            let scene = camera.scene
            let wantsDepth = settings.photo.isDepthDataDeliveryEnabled
            let monitor = PhotoMonitor(
                console: console, scene: scene, saysShortfalls: false,
                // Now: once the photo is made, a file may be read too far beyond it.
                chose: { movie?.record(around: $0) },
                received: { photo in
                    if wantsDepth, photo.depth == nil {
                        console.say("no depth image at the time of \(photo.path ?? "the photo")")
                    }
                    if writesJSON { standardOutput.write(PhotoRecord.line(photo, of: scene)) }
                },
                ended: { error in
                    if error != nil { movie?.remove() }
                    // A movie goes on for a while after its photo.
                    active.end(scene.index, movie == nil || error != nil ? .limit : nil)
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
        return cause == .signal || cause == .readerGone ? .interrupted : .failure
    }
}
