// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization
import TestSupport

/// A detector that reads a frame's number and says what was found in it, but for a fifth of the detections,
/// which it loses at random, once it may.
final class KnowingDetector: FaceDetector {
    let description = DetectorDescription(name: "knowing")
    private let detections: [[DetectedFace]]
    private let wait: @Sendable () -> Void
    private let numbers: Mutex<SeededNumbers>

    /// - Parameter wait: returns when it may look at a frame.
    init(_ detections: [[DetectedFace]], seed: UInt64, wait: @escaping @Sendable () -> Void) {
        self.detections = detections
        self.wait = wait
        numbers = Mutex(SeededNumbers(seed: seed))
    }

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        wait()
        let number = NumberedScene.number(of: image)
        guard detections.indices.contains(number) else { return [] }
        return numbers.withLock { numbers in
            detections[number].filter { _ in Double.random(in: 0..<1, using: &numbers) >= 0.2 }
        }
    }
}
