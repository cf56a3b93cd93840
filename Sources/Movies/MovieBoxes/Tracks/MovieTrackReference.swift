// SPDX-License-Identifier: Apache-2.0
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

    /// What the track has to do with those of the others that are there; `nil` for nothing.
    package func limited(to present: Set<UInt32>) -> MovieTrackReference? {
        let known = trackIDs.filter(present.contains)
        return known.isEmpty ? nil : MovieTrackReference(type: type, trackIDs: known)
    }
}
