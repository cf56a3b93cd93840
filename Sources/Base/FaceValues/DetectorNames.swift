// SPDX-License-Identifier: Apache-2.0
/// What found the faces of a stream or a movie, by its names.
package struct DetectorNames: Sendable, Hashable {
    /// The detector's name; `nil` where it is not known.
    package var name: String?
    /// The model's name, for a detector with a model file.
    package var model: String?
    /// The model's SHA-256 in hex, for a detector with a model file.
    package var modelSHA256: String?
    /// What runs the model, for a detector with a model file.
    package var kernel: String?
    /// The name of the face mesh's model, where one is used.
    package var mesh: String?
    /// The SHA-256 of the face mesh's model in hex.
    package var meshSHA256: String?

    /// Names; those that are not given are not known.
    package init(
        name: String? = nil, model: String? = nil, modelSHA256: String? = nil,
        kernel: String? = nil, mesh: String? = nil, meshSHA256: String? = nil
    ) {
        self.name = name
        self.model = model
        self.modelSHA256 = modelSHA256
        self.kernel = kernel
        self.mesh = mesh
        self.meshSHA256 = meshSHA256
    }
}
