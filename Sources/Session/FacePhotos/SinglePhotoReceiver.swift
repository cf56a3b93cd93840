// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import Synchronization

/// Hands the one photo of a call, or why there is none, to a task that waits for it.
final class SinglePhotoReceiver: CapturePhotoCaptureDelegate {
    typealias Outcome = Result<CapturePhoto, FacecapError>

    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
    }

    private let state = Mutex(State())

    /// Whether the outcome is known: nothing more is needed.
    var isOver: Bool { state.withLock { $0.outcome != nil } }

    /// Lets a task wait for the outcome, which may be known.
    func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
        let outcome = state.withLock { state in
            if state.outcome == nil { state.continuation = continuation }
            return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
    }

    /// No frames come.
    func refuse() {
        end(
            .failure(
                FacecapError(
                    .invalidState,
                    "The photo output does not run; add it to a session and start that first.")))
    }

    /// The task waits no longer.
    func cancel() {
        end(
            .failure(
                FacecapError(.invalidState, "The task that waited for the photo was cancelled.")))
    }

    func photoOutput(_ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto) {
        end(.success(photo))
    }

    func photoOutput(
        _ output: CapturePhotoOutput, didFinishCaptureFor settings: CapturePhotoSettings,
        error: FacecapError?
    ) {
        let nothing = FacecapError(.invalidState, "There was no photo.")
        end(.failure(error ?? nothing))
    }

    /// The first outcome counts.
    private func end(_ outcome: Outcome) {
        let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            return state.continuation.take()
        }
        waiting?.resume(returning: outcome)
    }
}
