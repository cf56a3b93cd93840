public import FaceValues

/// What stands in a face track: a frame with its faces, or a stretch of time of which nothing is known.
public enum FaceTrackElement: Sendable, Hashable {
    /// A frame.
    case frame(FaceTrackFrame)
    /// A sample that says nothing, on the time line of the movie.
    case gap(start: MediaTime, duration: MediaTime)
}
