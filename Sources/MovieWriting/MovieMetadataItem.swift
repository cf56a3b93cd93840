/// A key and a value about a whole movie: QuickTime File Format, "Metadata".
public struct MovieMetadataItem: Sendable, Hashable {
    /// A name in reverse DNS notation, such as `com.apple.quicktime.creationdate`.
    public let key: String
    /// Text for the key.
    public let value: String

    /// A key and a value about a whole movie.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
