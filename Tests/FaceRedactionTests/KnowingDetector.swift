import Facecap
import Glibc
import Synchronization
import TestSupport

/// A detector that reads a picture's number and says what was found in it, and takes its time. It loses a
/// fifth of its detections at random while it looks at every picture, or at every second one: where it sees
/// few, what it loses nobody knows of.
final class KnowingDetector: FaceDetector {
    private struct State {
        var numbers: SeededNumbers
        var last = -10
    }

    let description = DetectorDescription(name: "knowing")
    private let detections: [[DetectedFace]]
    private let microseconds: UInt32
    private let state: Mutex<State>

    /// - Parameter microseconds: how long it takes for a picture.
    init(_ detections: [[DetectedFace]], seed: UInt64, microseconds: UInt32) {
        self.detections = detections
        self.microseconds = microseconds
        state = Mutex(State(numbers: SeededNumbers(seed: seed)))
    }

    func detectFaces(
        in picture: PixelBuffer, orientation: VideoOrientation, region: Rect?, hints: [FaceHint]
    ) throws(FacecapError) -> [DetectedFace] {
        usleep(microseconds)
        let number = NumberedScene.number(of: picture)
        guard detections.indices.contains(number) else { return [] }
        return state.withLock { state in
            defer { state.last = number }
            guard number - state.last <= 2 else { return detections[number] }
            return detections[number].filter { _ in
                Double.random(in: 0..<1, using: &state.numbers) >= 0.2
            }
        }
    }
}
