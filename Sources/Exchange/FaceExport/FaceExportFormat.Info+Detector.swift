// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension FaceExportFormat.Info {
    /// The detector's name; `nil` where the movie does not tell who found its faces.
    public var detectorName: String? {
        get { detector.name }
        set { detector.name = newValue }
    }

    /// The model's name, for a detector with a model file.
    public var modelName: String? {
        get { detector.model }
        set { detector.model = newValue }
    }

    /// The model's SHA-256 in hex, for a detector with a model file.
    public var modelSHA256: String? {
        get { detector.modelSHA256 }
        set { detector.modelSHA256 = newValue }
    }

    /// What ran the model; `nil` for detectors without one.
    public var kernelName: String? {
        get { detector.kernel }
        set { detector.kernel = newValue }
    }

    /// The name of the face mesh's model; `nil` where none was used.
    public var meshName: String? {
        get { detector.mesh }
        set { detector.mesh = newValue }
    }

    /// The SHA-256 of the face mesh's model in hex.
    public var meshSHA256: String? {
        get { detector.meshSHA256 }
        set { detector.meshSHA256 = newValue }
    }
}
