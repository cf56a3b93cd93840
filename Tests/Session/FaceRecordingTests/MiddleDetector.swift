// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues

/// Sees a face in the middle of each image, half as wide and as high, with points and a mesh at its corners.
final class MiddleDetector: FaceDetector {
    let description = DetectorDescription(name: "middle")
    private let meshPointCount: Int

    init(meshPointCount: Int = 1) { self.meshPointCount = meshPointCount }

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        let bounds = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
            .scaled(x: Double(image.width), y: Double(image.height))
        let corner = Point(x: bounds.maxX, y: bounds.maxY)
        var face = DetectedFace(
            bounds: bounds, confidence: 1,
            landmarks: FaceLandmarks(
                leftEye: bounds.origin, rightEye: Point(x: corner.x, y: bounds.y),
                nose: bounds.center, leftMouth: Point(x: bounds.x, y: corner.y),
                rightMouth: corner))
        face.mesh = Array(
            repeating: MetadataFaceObject.MeshPoint(position: corner, depth: 0.5),
            count: meshPointCount)
        return [face]
    }
}
