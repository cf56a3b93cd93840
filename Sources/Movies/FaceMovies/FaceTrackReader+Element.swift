// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension FaceTrackReader {
    /// What stands in a face track: a frame with its faces, or a stretch of time of which nothing is known.
    public enum Element: Sendable, Hashable {
        /// A frame.
        case frame(Frame)
        /// A stretch of which nothing is known, on the time line of the movie: samples that say nothing, and
        /// touch each other.
        case gap(start: MediaTime, duration: MediaTime)
    }
}
