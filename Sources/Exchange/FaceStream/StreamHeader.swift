// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What a stream says of itself in its first record.
package struct StreamHeader: Sendable, Hashable {
    /// The version of the program.
    package var version: String
    /// Where the frames come from, at least one; of several, each has a name.
    package var cameras: [StreamCamera]
    /// What finds the faces.
    package var detector: DetectorNames
    /// What keeps what decodes the sources' data from everything else, the least of it; `nil` where nothing is decoded.
    package var isolation: IsolationLevel?
    /// The space of all positions.
    package var space: StreamSpace
    /// Whether left and right are exchanged.
    package var isMirrored: Bool

    /// What a stream says of itself.
    package init(
        version: String, cameras: [StreamCamera], detector: DetectorNames,
        space: StreamSpace = .displayed, isMirrored: Bool = false
    ) {
        precondition(!cameras.isEmpty)
        self.version = version
        self.cameras = cameras
        self.detector = detector
        self.space = space
        self.isMirrored = isMirrored
    }

    /// The detector's name, or `unknown`.
    package var detectorName: String { detector.name ?? "unknown" }
}
