// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import TestSupport
import Testing

@testable import FaceDetectors

/// Looks at crops that lie far outside of the image.
@Suite(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
struct FarCropTests {
    @Test func cropsFarOutsideOfTheImageFailThatLookAlone() throws {
        let detector = try NetworkDetector(
            .yunet, modelPath: Reference.modelPath, options: NetworkDetector.Options(threads: 2))
        let image = Images.plain(.bgr24, width: 320, height: 240)
        func look(atX x: Double) throws(FacecapError) -> Int {
            let box = Rect(x: x, y: 60, width: 80, height: 80)
            let crops = FaceCrops(box: box, turn: 0, scale: 1.5).crops
            // For each of the two threads.
            return try detector.network.lookAgain(at: crops + crops, of: image).count
        }
        let error = #expect(throws: FacecapError.self) { _ = try look(atX: 1e6) }
        #expect(error?.code == .detectorFailed)
        #expect(try look(atX: 100) == 4)
    }
}
