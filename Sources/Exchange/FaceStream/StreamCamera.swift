// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// One source of a stream.
package struct StreamCamera: Sendable, Hashable {
    /// What tells it apart in a stream of several; `nil` in a stream of one.
    package var name: String?
    /// `file`, `camera`, `screen`, `synthetic`.
    package var sourceKind: String
    /// The path, address or specifier that was opened.
    package var sourceName: String
    /// The displayed size in pixels.
    package var videoSize: Size
    /// The width of a displayed pixel in its heights.
    package var pixelAspectRatio = 1.0
    /// Nominal frames a second; `nil` where unknown.
    package var frameRate: Double?

    /// One source of a stream.
    package init(
        name: String? = nil, sourceKind: String, sourceName: String, videoSize: Size,
        frameRate: Double?
    ) {
        self.name = name
        self.sourceKind = sourceKind
        self.sourceName = sourceName
        self.videoSize = videoSize
        self.frameRate = frameRate
    }

    /// The displayed size in pixels as wide as high.
    package var squareSize: Size {
        Size(width: videoSize.width * pixelAspectRatio, height: videoSize.height)
    }
}
