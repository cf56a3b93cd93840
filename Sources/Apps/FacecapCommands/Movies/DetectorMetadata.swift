// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The keys under which a movie says who found its faces.
enum DetectorMetadata {
    static let detector = "org.facecap.detector"
    static let model = "org.facecap.model"
    static let modelSHA256 = "org.facecap.model-sha256"
    static let kernel = "org.facecap.kernel"
    static let mesh = "org.facecap.mesh"
    static let meshSHA256 = "org.facecap.mesh-sha256"

    /// The items for the detector of a run.
    static func items(_ header: StreamHeader) -> [MovieMetadataItem] {
        [
            (detector, header.detectorName), (model, header.modelName),
            (modelSHA256, header.modelSHA256), (kernel, header.kernelName),
            (mesh, header.meshName), (meshSHA256, header.meshSHA256),
        ].compactMap { key, value in value.map { MovieMetadataItem(key: key, value: $0) } }
    }
}
