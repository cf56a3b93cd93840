// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The look for the faces that have to be hidden: all of a video's, or those of what was looked at when its
/// user wanted no more; and who found them.
struct RedactLook: CaptureRun {
    /// Who hears what is found.
    struct Observers {
        let presenter: RedactPresenter
        let audience: RunAudience
    }

    let settings: RedactSettings
    let faces: FaceTrackCollector
    let interruption: Interruption
    let context: CommandContext

    func open() async throws(FacecapError) -> RunSession {
        try await RunSession(settings: settings.run, messages: context.messages)
    }

    func observe(_ live: RunSession, _ stopRequest: StopRequest) -> Observers {
        let presenter = RedactPresenter(settings: settings.redaction, collector: faces)
        let audience = RunAudience(
            of: live, presenter: presenter, showsStatistics: false,
            console: RunConsole(context.messages, progress: ProgressBar(live, context)))
        return Observers(presenter: presenter, audience: audience)
    }

    func present(
        _ live: RunSession, to observers: Observers, _ stopRequest: StopRequest
    ) -> [any AnyObject & Sendable] {
        interruption.begin { stopRequest.make() }
        return []
    }

    func finish(
        _ live: RunSession, _ observers: Observers, _ ending: RunEnding
    ) throws(FacecapError) -> (plan: RedactionPlan, info: FaceExportFormat.Info, said: [String]) {
        observers.audience.finish()
        _ = try observers.audience.exitCode(ending)
        let presenter = observers.presenter
        return (presenter.plan, live.cameras[0].scene.exportInfo, presenter.said)
    }
}
