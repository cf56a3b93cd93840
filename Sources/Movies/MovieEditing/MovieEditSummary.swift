public import FaceValues

/// What an edited movie holds.
public struct MovieEditSummary: Sendable, Hashable {
    /// How long it is; `nil` when a track that was kept does not say.
    public let duration: MediaTime?
    /// The file's size.
    public let byteCount: Int64
    /// Tracks in it.
    public let trackCount: Int
    /// Tracks of the source that are not in it.
    public let removedTrackCount: Int
}
