internal import CaptureSamples
internal import FaceValues
internal import SystemSupport

/// The wish that a capture thread goes on with another source, and what became of it.
final class SourceExchange: Sendable {
    /// Another source, opened on the capture thread when the one before is closed.
    struct Wish: Sendable {
        /// What the outputs are told, such as `switched to B`.
        let reason: String
        let open: @Sendable () throws(FacecapError) -> any CaptureSource
        /// Opens the source before again, where the other one cannot be opened.
        let putBack: @Sendable () throws(FacecapError) -> any CaptureSource
    }

    private struct State {
        var wish: Wish?
        var outcome: Result<Void, FacecapError>?
        var isClosed = false
    }

    private let state = Monitor(State())

    /// Makes the wish, lets `interrupt` end the thread's waiting, and waits until it is fulfilled.
    func make(_ wish: Wish, interrupt: () -> Void) throws(FacecapError) {
        let isTaken = state.withLock { state in
            if !state.isClosed {
                state.wish = wish
                state.outcome = nil
            }
            return !state.isClosed
        }
        guard isTaken else { throw Self.tooLate }
        interrupt()
        try state.wait { $0.outcome }.get()
    }

    /// The wish, once; on the capture thread, which has to ``finish(_:)`` it.
    func take() -> Wish? {
        state.withLock { state in
            defer { state.wish = nil }
            return state.wish
        }
    }

    /// Tells who made the wish what became of it.
    func finish(_ outcome: Result<Void, FacecapError>) { state.withLock { $0.outcome = outcome } }

    /// The thread ends: no wish can be fulfilled any more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            if state.wish != nil { state.outcome = .failure(Self.tooLate) }
        }
    }

    private static var tooLate: FacecapError {
        FacecapError(.invalidState, "The device has ended already; start the session again.")
    }
}
