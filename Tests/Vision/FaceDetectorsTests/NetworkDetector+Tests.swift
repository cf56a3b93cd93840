// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues

@testable import FaceDetectors

extension NetworkDetector {
    /// A detector from an ONNX file.
    convenience init(
        _ kind: Kind, modelPath: String, options: Options = Options()
    ) throws(FacecapError) {
        try self.init(
            kind, model: try ModelFile.read(modelPath),
            description: DetectorDescription(name: kind.rawValue, modelName: modelPath),
            options: options)
    }

    /// Finds faces in one pass: boxes, scores and the points as the network says them, which lean
    /// towards upright, however small; no angles.
    func detectRawFaces(
        in image: PixelBuffer, orientation: VideoOrientation = .upright, region: Rect? = nil
    ) throws(FacecapError) -> [DetectedFace] {
        let extent = DetectorView.extent(of: region, in: image)
        guard
            let view = DetectorView(
                of: image, region: region, orientation: orientation,
                longestSide: DetectorScales(options, extent: extent).coarse)
        else { return [] }
        return try network.detect(view, of: image, scoreThreshold: scoreThreshold)
    }
}
