// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The look for the faces of a whole video: what was found, and by whom; nothing where its user ends it. Sidecars
/// are complete, and wait for their names.
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
    let interruption: Interruption
    let context: CommandContext

    func open() async throws(FacecapError) -> RunSession {
        try await RunSession(settings: run, messages: context.messages)
    }

    func observe(
        _ live: RunSession, _ stopRequest: StopRequest
    ) throws(FacecapError) -> Observers {
        let sidecars = try Sidecars(
            settings.sidecars, besideMovie: item.sidecarPath, of: item.input,
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
        interruption.begin { stopRequest.make() }
        return []
    }

    func finish(
        _ live: RunSession, _ observers: Observers, _ ending: RunEnding
    ) throws(FacecapError) -> (
        summary: AnalyzeSummary, info: FaceExportFormat.Info, sidecars: Sidecars
    )? {
        let sidecars = observers.sidecars
        observers.audience.finish()
        let isStopped = ending.cause != nil
        sidecars.end(reason: ending.name)
        // Tables of a part of a video would be taken for those of all of it, where it is one of several.
        if isStopped || ending.error != nil, item.isAlone, item.output == nil {
            let published = try sidecars.publishIncomplete()
            for path in settings.sidecars.map(item.sidecar) {
                let outcome = published.contains(path) ? "ends there too" : "is left as it was"
                context.messages.say("stopped before the video's end; \(path) \(outcome)")
            }
        }
        try sidecars.check()
        _ = try observers.audience.exitCode(ending)
        guard isStopped else {
            return (observers.presenter.summary, live.cameras[0].scene.exportInfo, sidecars)
        }
        if let output = item.output {
            context.messages.say("stopped before the video's end; \(output) was not written")
        }
        return nil
    }
}
