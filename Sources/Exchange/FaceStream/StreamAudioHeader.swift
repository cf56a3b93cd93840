/// What a stream of audio alone says of itself in its first record.
public struct StreamAudioHeader: Sendable, Hashable {
    /// The version of the program.
    public var version: String
    /// `file`, `microphone`.
    public var sourceKind: String
    /// The path, address or device that was opened.
    public var sourceName: String
    /// Sample frames a second.
    public var sampleRate: Int
    /// Channels, at least 1.
    public var channelCount: Int

    /// What a stream says of itself.
    public init(
        version: String, sourceKind: String, sourceName: String, sampleRate: Int,
        channelCount: Int
    ) {
        self.version = version
        self.sourceKind = sourceKind
        self.sourceName = sourceName
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }
}
