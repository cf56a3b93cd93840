// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// A detector that is loaded on the thread `fc.load` while the command opens its source: models take about as
/// long as cameras and decoders do.
final class DetectorLoading {
    private let result: Monitor<Result<any FaceDetector, FacecapError>?>

    /// Begins to load a detector; throws `.systemFailed` when the system has no room for another thread.
    init(_ selection: DetectorSelection) throws(FacecapError) {
        let result = Monitor<Result<any FaceDetector, FacecapError>?>(nil)
        _ = try WorkerThread(name: "fc.load") {
            let loaded = Result { () throws(FacecapError) in try selection.makeDetector() }
            result.withLock { $0 = loaded }
        }
        // Only now, as `deinit`, which waits, is for an object that is whole.
        self.result = result
    }

    /// Waits for the thread: a command whose source cannot be opened ends the process, which destroys what
    /// libraries hold, and loading uses that.
    deinit { _ = result.wait { $0 } }

    /// The detector, once it is there; throws what `DetectorSelection.makeDetector()` throws.
    func detector() throws(FacecapError) -> any FaceDetector {
        try result.wait { $0 }.get()
    }
}
