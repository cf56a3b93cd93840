// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Why a run ended, as its last record says.
struct RunEnding: Sendable, Hashable {
    /// The name in JSON.
    let name: String
    /// What went wrong, where something did.
    let error: FacecapError?
    /// Who asked for the end first; `nil` where nobody did.
    let cause: StopRequest.Cause?

    /// - Parameter cause: of the request to end it, for a session that was stopped.
    init(_ reason: CaptureSession.StopReason, cause: StopRequest.Cause?) {
        name = reason == .stopped ? (cause ?? .signal).rawValue : reason.description
        if case .error(let error) = reason { self.error = error } else { error = nil }
        self.cause = cause
    }

    /// The end of a run in which something else went wrong.
    func replaced(by error: FacecapError) -> RunEnding { RunEnding(.error(error), cause: cause) }
}
