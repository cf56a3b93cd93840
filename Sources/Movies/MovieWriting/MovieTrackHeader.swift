// SPDX-License-Identifier: Apache-2.0
package import MovieBoxes

/// What a movie says of a track beside its samples.
package struct MovieTrackHeader: Sendable, Hashable {
    /// The number in the file, from 1 (ISO/IEC 14496-12 8.3.2).
    package var id: UInt32
    /// `vide`, `soun` or `meta` (8.4.3).
    package var handler: FourCharacterCode
    /// The handler's name, for people.
    package var name: String
    /// Ticks a second of the media, greater than 0.
    package var timescale: Int32
    /// The content of `stsd` behind its count: whole sample entries, one after the other (8.5.2).
    package var sampleEntries: [UInt8]
    /// The edit list; empty when the media is shown as it is from the movie's start (8.6.6).
    package var edits: [MovieEdit] = []
    /// What the track has to do with others (8.3.3).
    package var references: [MovieTrackReference] = []
    /// How the frames are turned (8.3.2).
    package var matrix = TransformationMatrix.identity
    /// Width before the matrix, in 1/65,536 of a pixel.
    package var width: UInt32 = 0
    /// Height before the matrix, in 1/65,536 of a pixel.
    package var height: UInt32 = 0
    /// Three letters of ISO 639-2 in five bits each (8.4.2); undetermined unless set.
    package var language: UInt16 = 0x55C4
    /// Seconds since 1904, 0 when unknown.
    package var creationTime: UInt64 = 0
    /// Whether the track is to be shown.
    package var isEnabled = true
    /// The same number in tracks of which one is to be shown at a time, 0 in others (8.3.2).
    package var alternateGroup: UInt16 = 0

    /// A track without edits and references, its language undetermined.
    package init(
        id: UInt32, handler: FourCharacterCode, name: String, timescale: Int32,
        sampleEntries: [UInt8]
    ) {
        self.id = id
        self.handler = handler
        self.name = name
        self.timescale = max(1, timescale)
        self.sampleEntries = sampleEntries
    }
}
