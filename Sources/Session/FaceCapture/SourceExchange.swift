// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import SystemSupport

/// The request that a capture thread goes on with another source, and what became of it.
final class SourceExchange: Sendable {
    /// Another source, opened on the capture thread when the one before is closed.
    struct Request: Sendable {
        /// What the outputs are told, such as `switched to B`.
        let reason: String
        let open: @Sendable () throws(FacecapError) -> OpenSource
        /// Opens the source before again, where the other one cannot be opened.
        let putBack: @Sendable () throws(FacecapError) -> OpenSource
    }

    private struct State {
        var request: Request?
        var outcome: Result<Void, FacecapError>?
        var isClosed = false
    }

    private let state = Monitor(State())

    /// Makes the request, lets `interrupt` end the thread's waiting, and waits until it is fulfilled.
    func make(_ request: Request, interrupt: () -> Void) throws(FacecapError) {
        let isTaken = state.withLock { state in
            if !state.isClosed {
                state.request = request
                state.outcome = nil
            }
            return !state.isClosed
        }
        guard isTaken else { throw Self.tooLate }
        interrupt()
        try state.wait { $0.outcome }.get()
    }

    /// The request, once; on the capture thread, which has to ``finish(_:)`` it.
    func take() -> Request? {
        state.withLock { state in
            defer { state.request = nil }
            return state.request
        }
    }

    /// Tells who made the request what became of it.
    func finish(_ outcome: Result<Void, FacecapError>) { state.withLock { $0.outcome = outcome } }

    /// The thread ends: no request can be fulfilled any more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            if state.request != nil { state.outcome = .failure(Self.tooLate) }
        }
    }

    private static var tooLate: FacecapError {
        FacecapError(.invalidState, "The device has ended already; start the session again.")
    }
}
