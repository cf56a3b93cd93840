// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import Synchronization
import TestSupport

/// A detector that reads a frame's number and says what was found in it, but for a fifth of the detections,
/// which it loses at random, and takes its time.
final class KnowingDetector: FaceDetector {
    let description = DetectorDescription(name: "knowing")
    private let detections: [[DetectedFace]]
    private let microseconds: UInt32
    private let numbers: Mutex<SeededNumbers>

    /// - Parameter microseconds: how long it takes for a frame.
    init(_ detections: [[DetectedFace]], seed: UInt64, microseconds: UInt32) {
        self.detections = detections
        self.microseconds = microseconds
        numbers = Mutex(SeededNumbers(seed: seed))
    }

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        usleep(microseconds)
        let number = NumberedScene.number(of: image)
        guard detections.indices.contains(number) else { return [] }
        return numbers.withLock { numbers in
            detections[number].filter { _ in Double.random(in: 0..<1, using: &numbers) >= 0.2 }
        }
    }
}
