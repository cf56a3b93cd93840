public import FaceValues

/// What a stream says of itself in its first record.
public struct StreamHeader: Sendable, Hashable {
    /// The version of the program.
    public var version: String
    /// `file`, `camera`, `synthetic`.
    public var sourceKind: String
    /// The path, address or specifier that was opened.
    public var sourceName: String
    /// The displayed size in pixels.
    public var videoSize: Size
    /// Nominal frames a second; `nil` where unknown.
    public var frameRate: Double?
    /// The detector's name.
    public var detectorName: String
    /// The model's name, for a detector with a model file.
    public var modelName: String?
    /// The model's SHA-256 in hex, for a detector with a model file.
    public var modelSHA256: String?
    /// The space of all positions.
    public var space: StreamSpace
    /// Whether left and right are exchanged.
    public var isMirrored: Bool

    /// What a stream says of itself.
    public init(
        version: String, sourceKind: String, sourceName: String, videoSize: Size,
        frameRate: Double?, detectorName: String, modelName: String?, modelSHA256: String?,
        space: StreamSpace = .displayed, isMirrored: Bool = false
    ) {
        self.version = version
        self.sourceKind = sourceKind
        self.sourceName = sourceName
        self.videoSize = videoSize
        self.frameRate = frameRate
        self.detectorName = detectorName
        self.modelName = modelName
        self.modelSHA256 = modelSHA256
        self.space = space
        self.isMirrored = isMirrored
    }
}
