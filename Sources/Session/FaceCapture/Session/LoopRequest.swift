// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import SystemSupport

/// Something that another thread asks of a capture thread, and what became of it.
final class LoopRequest<Request: Sendable, Answer: Sendable>: Sendable {
    private struct State {
        var request: Request?
        var outcome: Result<Answer, FacecapError>?
        var isClosed = false
    }

    private let state = Monitor(State())

    /// Makes the request, and takes it back where the thread has not begun with it at a time of `CLOCK_MONOTONIC`.
    ///
    /// - Returns: `nil` where it was taken back.
    func make(
        _ request: Request, untilNanoseconds deadline: Int64
    ) throws(FacecapError) -> Answer? {
        try put(request)
        if let outcome = state.wait(untilNanoseconds: deadline, { $0.outcome }) {
            return try outcome.get()
        }
        let isTakenBack = state.withLock { $0.request.take() != nil }
        return isTakenBack ? nil : try answer()
    }

    /// Makes the request, without waiting for its ``answer()``.
    func put(_ request: Request) throws(FacecapError) {
        let isTaken = state.withLock { state in
            if !state.isClosed {
                state.request = request
                state.outcome = nil
            }
            return !state.isClosed
        }
        guard isTaken else { throw .deviceHasEnded }
    }

    /// Waits until the request is fulfilled.
    func answer() throws(FacecapError) -> Answer { try state.wait { $0.outcome }.get() }

    /// The request, once; on the capture thread, which has to ``finish(_:)`` it.
    func take() -> Request? {
        state.withLock { $0.request.take() }
    }

    /// Tells who made the request what became of it.
    func finish(_ outcome: Result<Answer, FacecapError>) {
        state.withLock { $0.outcome = outcome }
    }

    /// The thread ends: no request can be fulfilled any more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            if state.request != nil { state.outcome = .failure(.deviceHasEnded) }
        }
    }
}

extension FacecapError {
    /// Why nothing can be asked of a device any more.
    static var deviceHasEnded: FacecapError {
        FacecapError(.invalidState, "The device has ended already; start the session again.")
    }
}
