/// One line of a track's edit list: ISO/IEC 14496-12 8.6.6.
public struct MovieEdit: Sendable, Hashable {
    /// In ticks of the movie; 0 in a movie of fragments: all that is there.
    public let duration: UInt64
    /// Where in the media it begins, in ticks of the media; -1: nothing is shown.
    public let mediaTime: Int64

    /// A stretch of the media, shown at normal speed, or of nothing.
    public init(duration: UInt64, mediaTime: Int64) {
        self.duration = duration
        self.mediaTime = mediaTime
    }
}
