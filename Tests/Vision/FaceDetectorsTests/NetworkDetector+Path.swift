// SPDX-License-Identifier: Apache-2.0
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
}
