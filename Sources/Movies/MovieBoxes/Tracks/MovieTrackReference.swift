/// What one track has to do with others: ISO/IEC 14496-12 8.3.3.
package struct MovieTrackReference: Sendable, Hashable {
    /// The kind, such as `cdsc`: it describes them.
    package let type: FourCharacterCode
    /// The tracks' numbers.
    package let trackIDs: [UInt32]

    /// What one track has to do with others.
    package init(type: FourCharacterCode, trackIDs: [UInt32]) {
        self.type = type
        self.trackIDs = trackIDs
    }
}
