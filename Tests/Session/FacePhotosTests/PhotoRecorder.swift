import FacePhotos
import FaceValues
import SystemSupport

/// Keeps what a photo output tells.
final class PhotoRecorder: PhotoOutputDelegate {
    private let state = Monitor(
        (photos: [CapturedPhoto](), endCount: 0, error: FacecapError?.none))

    var photos: [CapturedPhoto] { state.withLock { $0.photos } }
    var endCount: Int { state.withLock { $0.endCount } }
    var error: FacecapError? { state.withLock { $0.error } }

    func photoOutput(_ output: PhotoOutput, didFinishProcessing photo: CapturedPhoto) {
        state.withLock { $0.photos.append(photo) }
    }

    func photoOutput(
        _ output: PhotoOutput, didFinishCaptureFor settings: PhotoSettings, error: FacecapError?
    ) {
        state.withLock {
            $0.endCount += 1
            $0.error = error
        }
    }
}
