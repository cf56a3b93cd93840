/// What one track has to do with others: ISO/IEC 14496-12 8.3.3.
public struct MovieTrackReference: Sendable, Hashable {
    /// The kind, such as `cdsc`: it describes them.
    public let type: FourCharacterCode
    /// The tracks' numbers.
    public let trackIDs: [UInt32]

    /// What one track has to do with others.
    public init(type: FourCharacterCode, trackIDs: [UInt32]) {
        self.type = type
        self.trackIDs = trackIDs
    }
}
