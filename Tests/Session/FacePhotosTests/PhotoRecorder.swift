// SPDX-License-Identifier: Apache-2.0
import FacePhotos
import FaceValues
import SystemSupport

/// Keeps what a photo output tells.
final class PhotoRecorder: CapturePhotoCaptureDelegate {
    private let state = Monitor(
        (photos: [CapturePhoto](), endCount: 0, error: FacecapError?.none))

    private let ends: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init() { (ends, signal) = AsyncStream.makeStream() }

    /// Waits until what was asked for has ended.
    func waitForEnd() async { for await _ in ends { return } }

    var photos: [CapturePhoto] { state.withLock { $0.photos } }
    var endCount: Int { state.withLock { $0.endCount } }
    var error: FacecapError? { state.withLock { $0.error } }

    func photoOutput(_ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto) {
        state.withLock { $0.photos.append(photo) }
    }

    func photoOutput(
        _ output: CapturePhotoOutput, didFinishCaptureFor settings: CapturePhotoSettings,
        error: FacecapError?
    ) {
        state.withLock {
            $0.endCount += 1
            $0.error = error
        }
        signal.yield()
    }
}
