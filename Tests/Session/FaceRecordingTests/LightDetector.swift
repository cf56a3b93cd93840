// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues

/// Sees a face in the middle of each light image, and none in dark ones.
final class LightDetector: FaceDetector {
    let description = DetectorDescription(name: "light")

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        guard image.planes[0].baseAddress.load(as: UInt8.self) > 100 else { return [] }
        return try MiddleDetector().detectFaces(
            in: image, orientation: orientation, region: region, hints: hints)
    }
}
