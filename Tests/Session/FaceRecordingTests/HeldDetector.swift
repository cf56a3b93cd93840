// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import SystemSupport

/// Sees no faces, and looks at nothing while it is held.
final class HeldDetector: FaceDetector {
    let description = DetectorDescription(name: "held")
    private let isHeld = Monitor(false)

    /// Lets whoever looks wait.
    func hold() { isHeld.withLock { $0 = true } }

    /// Lets everybody look.
    func release() { isHeld.withLock { $0 = false } }

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        isHeld.wait { $0 ? nil : [] }
    }
}
