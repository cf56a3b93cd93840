// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// What a source's frames are like before the first one is read.
public struct VideoFormat: Sendable, Hashable {
    /// Stored pixels a row.
    public let width: Int
    /// Stored rows.
    public let height: Int
    /// Nominal frames a second; `nil` for still frames and where the stream does not say.
    public let frameRate: Double?
    /// How the stored frame must be turned to stand upright.
    public let orientation: VideoOrientation

    /// What a source's frames are like.
    public init(
        width: Int, height: Int, frameRate: Double?, orientation: VideoOrientation = .upright
    ) {
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.orientation = orientation
    }
}
