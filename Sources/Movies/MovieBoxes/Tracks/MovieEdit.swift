// SPDX-License-Identifier: Apache-2.0
/// One entry of a track's edit list: a stretch of the movie, and what of the track's media it shows
/// (ISO/IEC 14496-12 8.6.6).
package struct MovieEdit: Sendable, Hashable {
    /// How long the stretch is, in the movie's time scale, 0 or more; 0 stands for all that follows,
    /// as in a movie of fragments.
    package let segmentDuration: Int64
    /// Where in the media it begins, in the track's time scale; `nil` when it shows nothing.
    package let mediaTime: Int64?
    /// How fast the media runs, 1 as a rule; 0 holds one frame.
    package let rate: Double

    /// A stretch of the media, or of nothing.
    package init(segmentDuration: Int64, mediaTime: Int64?, rate: Double = 1) {
        self.segmentDuration = segmentDuration
        self.mediaTime = mediaTime
        self.rate = rate
    }
}
