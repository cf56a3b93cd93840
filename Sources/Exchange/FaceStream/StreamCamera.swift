public import FaceValues

/// One source of a stream.
public struct StreamCamera: Sendable, Hashable {
    /// What tells it apart in a stream of several; `nil` in a stream of one.
    public var name: String?
    /// `file`, `camera`, `screen`, `synthetic`.
    public var sourceKind: String
    /// The path, address or specifier that was opened.
    public var sourceName: String
    /// The displayed size in pixels.
    public var videoSize: Size
    /// Nominal frames a second; `nil` where unknown.
    public var frameRate: Double?

    /// One source of a stream.
    public init(
        name: String? = nil, sourceKind: String, sourceName: String, videoSize: Size,
        frameRate: Double?
    ) {
        self.name = name
        self.sourceKind = sourceKind
        self.sourceName = sourceName
        self.videoSize = videoSize
        self.frameRate = frameRate
    }
}
