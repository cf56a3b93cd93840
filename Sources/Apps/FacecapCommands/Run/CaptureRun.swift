// SPDX-License-Identifier: Apache-2.0
import Facecap

/// One run of a capture session. Its steps have one order, whatever the command:
///
/// 1. *Open*: what the user named is checked, sources and outputs are made; nothing is captured yet.
/// 2. *Observe*: who hears of what is captured is set.
/// 3. *Present*: what the user sees and steers the run with begins.
/// 4. *Wait*: the session runs to its end.
/// 5. *Finish*: what was begun ends, in order, and says how it went.
protocol CaptureRun: Sendable {
    /// What was opened.
    associatedtype Stage: RunStage
    /// Who hears of what is captured.
    associatedtype Observers: Sendable
    /// What the run comes to.
    associatedtype Outcome

    func open() async throws(FacecapError) -> Stage
    func observe(
        _ stage: Stage, _ stopRequest: StopRequest
    ) async throws(FacecapError) -> Observers
    /// - Returns: what stays until the run has finished, such as those who watch for signals.
    func present(
        _ stage: Stage, to observers: Observers, _ stopRequest: StopRequest
    ) throws(FacecapError) -> [any AnyObject & Sendable]
    func finish(
        _ stage: Stage, _ observers: Observers, _ ending: RunEnding
    ) throws(FacecapError) -> Outcome
}

/// What a run has opened.
protocol RunStage: Sendable {
    var session: CaptureSession { get }
    /// Gives back what would otherwise stay taken, such as a screen; called last, however the run ended.
    func close()
}

extension RunStage {
    /// Everything goes with its last owner.
    func close() {}
}

extension CaptureRun {
    /// Takes all steps.
    func run() async throws(FacecapError) -> Outcome {
        let stage = try await open()
        defer { stage.close() }
        let stopRequest = StopRequest(session: stage.session)
        let observers = try await observe(stage, stopRequest)
        let kept = try present(stage, to: observers, stopRequest)
        defer { withExtendedLifetime(kept) {} }
        let reason = try await stage.session.run(stopRequest)
        return try finish(stage, observers, RunEnding(reason, cause: stopRequest.cause))
    }
}
