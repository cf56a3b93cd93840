// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import SystemSupport

/// Finds one fixed face; can be held back and can fail.
final class ScriptedDetector: FaceDetector {
    private struct State {
        var isHeld = false
        var isLooking = false
        var regions: [Rect?] = []
    }

    private let state = Monitor(State())
    private let failure: FacecapError?
    let neededLongerSide: Int?

    init(
        failure: FacecapError? = nil, isHeld: Bool = false, neededLongerSide: Int? = nil
    ) {
        self.failure = failure
        self.neededLongerSide = neededLongerSide
        state.withLock { $0.isHeld = isHeld }
    }

    var description: DetectorDescription { DetectorDescription(name: "scripted") }

    var regions: [Rect?] { state.withLock { $0.regions } }

    /// Waits until it was asked to look, at most a minute.
    func waitUntilLooking() {
        let deadline = MonotonicClock.nowNanoseconds + 60_000_000_000
        _ = state.wait(untilNanoseconds: deadline) { $0.isLooking ? () : nil }
    }

    func release() { state.withLock { $0.isHeld = false } }

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        state.withLock {
            $0.isLooking = true
            $0.regions.append(region)
        }
        state.wait { $0.isHeld ? nil : () }
        if let failure { throw failure }
        return [DetectedFace(bounds: Rect(x: 1, y: 0, width: 2, height: 2), confidence: 0.9)]
    }
}
