// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What a stream says of itself in its first record.
package struct StreamHeader: Sendable, Hashable {
    /// The version of the program.
    package var version: String
    /// Where the frames come from, at least one; of several, each has a name.
    package var cameras: [StreamCamera]
    /// The detector's name.
    package var detectorName: String
    /// The model's name, for a detector with a model file.
    package var modelName: String?
    /// The model's SHA-256 in hex, for a detector with a model file.
    package var modelSHA256: String?
    /// The name of what runs the model, for a detector with a model file.
    package var kernelName: String?
    /// The name of the face mesh's model, where one is used.
    package var meshName: String?
    /// The SHA-256 of the face mesh's model in hex.
    package var meshSHA256: String?
    /// What keeps what decodes the sources' data from everything else, the least of it; `nil` where nothing is decoded.
    package var isolation: IsolationLevel?
    /// The space of all positions.
    package var space: StreamSpace
    /// Whether left and right are exchanged.
    package var isMirrored: Bool

    /// What a stream says of itself.
    package init(
        version: String, cameras: [StreamCamera], detectorName: String, modelName: String?,
        modelSHA256: String?, kernelName: String? = nil, space: StreamSpace = .displayed,
        isMirrored: Bool = false
    ) {
        precondition(!cameras.isEmpty)
        self.version = version
        self.cameras = cameras
        self.detectorName = detectorName
        self.modelName = modelName
        self.modelSHA256 = modelSHA256
        self.kernelName = kernelName
        self.space = space
        self.isMirrored = isMirrored
    }
}
