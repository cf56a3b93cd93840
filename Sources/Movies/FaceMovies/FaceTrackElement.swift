public import FaceValues

/// What stands in a face track: a frame with its faces, or a stretch of time of which nothing is known.
public enum FaceTrackElement: Sendable, Hashable {
    /// A frame.
    case frame(FaceTrackFrame)
    /// A stretch of which nothing is known, on the time line of the movie: samples that say nothing, and
    /// touch each other.
    case gap(start: MediaTime, duration: MediaTime)
}
