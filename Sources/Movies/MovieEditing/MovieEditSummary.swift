// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What an edited movie holds.
package struct MovieEditSummary: Sendable, Hashable {
    /// How long it is; `nil` when a track that was kept does not say.
    package let duration: MediaTime?
    /// The file's size.
    package let byteCount: Int64
    /// Tracks in it.
    package let trackCount: Int
    /// Tracks of the source that are not in it.
    package let removedTrackCount: Int
}
