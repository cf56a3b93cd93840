// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Which detector is at work, for records and reports.
public struct DetectorDescription: Sendable, Hashable {
    /// `yunet`, `centerface` or `haar`.
    public let name: String
    /// The model's name in the manifest; `nil` for a detector without a model file.
    public let modelName: String?
    /// The SHA-256 of the model file in lower-case hex.
    public let modelSHA256: String?
    /// What runs the model; `nil` for a detector without a model file.
    public let kernel: Kernel?
    /// The name and the SHA-256 of the face mesh that looks at found faces; `nil` where none does.
    public var mesh: Mesh?

    /// Which face mesh is at work.
    public struct Mesh: Sendable, Hashable {
        /// The model's name in the manifest.
        public let modelName: String
        /// The SHA-256 of the model file in lower-case hex.
        public let modelSHA256: String?

        /// Which face mesh is at work.
        public init(modelName: String, modelSHA256: String?) {
            self.modelName = modelName
            self.modelSHA256 = modelSHA256
        }
    }

    /// Which detector is at work.
    public init(
        name: String, modelName: String? = nil, modelSHA256: String? = nil,
        kernel: Kernel? = nil, mesh: Mesh? = nil
    ) {
        self.name = name
        self.modelName = modelName
        self.modelSHA256 = modelSHA256
        self.kernel = kernel
        self.mesh = mesh
    }

    /// The names that records and files say.
    package var names: DetectorNames {
        DetectorNames(
            name: name, model: modelName, modelSHA256: modelSHA256, kernel: kernel?.name,
            mesh: mesh?.modelName, meshSHA256: mesh?.modelSHA256)
    }
}
