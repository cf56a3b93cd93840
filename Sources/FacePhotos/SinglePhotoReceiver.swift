internal import FaceValues
internal import Synchronization

/// Hands the one photo of a call, or why there is none, to a task that waits for it.
final class SinglePhotoReceiver: PhotoOutputDelegate {
    typealias Continuation = CheckedContinuation<Result<CapturedPhoto, FacecapError>, Never>

    private let continuation: Mutex<Continuation?>

    init(_ continuation: Continuation) { self.continuation = Mutex(continuation) }

    func photoOutput(_ output: PhotoOutput, didFinishProcessing photo: CapturedPhoto) {
        resume(.success(photo))
    }

    func photoOutput(
        _ output: PhotoOutput, didFinishCaptureFor settings: PhotoSettings, error: FacecapError?
    ) {
        let nothing = FacecapError(.invalidState, "There was no photo.")
        resume(.failure(error ?? nothing))
    }

    private func resume(_ result: Result<CapturedPhoto, FacecapError>) {
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume(returning: result)
    }
}
