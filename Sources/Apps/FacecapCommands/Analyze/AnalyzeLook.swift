// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The look for the faces of a whole video: what was found, and by whom; nothing where its user ends it.
struct AnalyzeLook: CaptureRun {
    /// Who hears what is found.
    struct Observers {
        let sidecars: Sidecars
        let presenter: AnalyzePresenter
        let audience: RunAudience
    }

    let item: AnalyzeItem
    let settings: AnalyzeSettings
    let run: RunSettings
    let collector: FaceTrackCollector?
    let context: CommandContext

    func open() async throws(FacecapError) -> RunSession {
        try await RunSession(settings: run, messages: context.messages)
    }

    func observe(
        _ live: RunSession, _ stopRequest: StopRequest
    ) throws(FacecapError) -> Observers {
        let sidecars = try Sidecars(
            settings.sidecars, besideMovie: item.sidecarPath,
            info: live.cameras[0].scene.exportInfo, movie: item.output,
            overwriting: settings.overwrites)
        let presenter = AnalyzePresenter(collector: collector, sidecars: sidecars)
        let audience = RunAudience(
            of: live, presenter: presenter, showsStatistics: run.showsStatistics,
            console: RunConsole(context.messages, progress: ProgressBar(live, context)))
        return Observers(sidecars: sidecars, presenter: presenter, audience: audience)
    }

    func present(
        _ live: RunSession, to observers: Observers, _ stopRequest: StopRequest
    ) -> [any AnyObject & Sendable] {
        [SignalWatcher { _ in stopRequest.make() }]
    }

    func finish(
        _ live: RunSession, _ observers: Observers, _ ending: RunEnding
    ) throws(FacecapError) -> (summary: AnalyzeSummary, info: FaceExportFormat.Info)? {
        observers.audience.finish()
        let isStopped = ending.cause != nil
        try observers.sidecars.finish(
            reason: ending.name, failed: ending.error != nil || isStopped)
        _ = try observers.audience.exitCode(ending)
        guard isStopped else {
            return (observers.presenter.summary, live.cameras[0].scene.exportInfo)
        }
        if let output = item.output {
            context.messages.say("stopped before the video's end; \(output) was not written")
        }
        return nil
    }
}
