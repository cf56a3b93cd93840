// SPDX-License-Identifier: Apache-2.0
import Facecap

extension CaptureSession {
    /// Runs the session to its end.
    ///
    /// - Parameter stopRequest: the request to end it earlier, which may have been made already.
    nonisolated func run(_ stopRequest: StopRequest) async throws(FacecapError) -> StopReason {
        let notifications = notifications()
        try await startRunning()
        await stopRequest.catchUp()
        for await case .didStopRunning(let reason) in notifications { return reason }
        return .stopped
    }
}
