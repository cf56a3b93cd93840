// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization
import TestSupport

/// A detector that says what was found before, frame by frame, and loses detections at random.
final class PlayedDetector: FaceDetector {
    private struct State {
        var next = 0
        var numbers: SeededNumbers
        var lostCount = 0
    }

    let description = DetectorDescription(name: "played")
    private let detections: [[DetectedFace]]
    private let lossProbability: Double
    private let firstLost: Int
    private let state: Mutex<State>

    /// - Parameter firstLost: the first frame in which detections may be lost.
    init(
        _ detections: [[DetectedFace]], losing probability: Double, from firstLost: Int = 0,
        seed: UInt64
    ) {
        self.firstLost = firstLost
        self.detections = detections
        lossProbability = probability
        state = Mutex(State(numbers: SeededNumbers(seed: seed)))
    }

    /// Detections that were lost so far.
    var lostCount: Int { state.withLock { $0.lostCount } }

    /// What is found in the next frame.
    func detect() -> [DetectedFace] {
        state.withLock { state in
            defer { state.next += 1 }
            guard detections.indices.contains(state.next) else { return [] }
            let all = detections[state.next]
            let kept = all.filter { _ in
                Double.random(in: 0..<1, using: &state.numbers) >= lossProbability
                    || state.next < firstLost
            }
            state.lostCount += all.count - kept.count
            return kept
        }
    }

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] { detect() }
}
