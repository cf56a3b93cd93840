// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// What a session does while it runs, held apart from it: it ends in order where nobody holds the session any longer.
struct SessionActivity: Sendable {
    let inputs: [CaptureSession.RunningInput]
    let pressureMonitor: SystemPressureMonitor?
    let pulse: SessionPulse?
    let configuration: CaptureConfiguration
    let broadcast: Broadcast<CaptureSession.Notification>

    /// Ends it: waits for the threads of all inputs and outputs.
    func end(_ reason: CaptureSession.StopReason) {
        pressureMonitor?.stop()
        pulse?.stop()
        for running in inputs { running.loop.stop() }
        for output in configuration.finishingOutputs { output.finish() }
        let reason = reason.unless(configuration.outputs.lazy.compactMap(\.failure).first)
        for input in configuration.inputs { input.openSource = nil }
        if case .error(let error) = reason { broadcast.send(.runtimeError(error)) }
        broadcast.send(.didStopRunning(reason))
    }
}
