public import FaceValues

/// Something drawn over a picture, in pixels of the picture or screen it is drawn on.
public enum OverlayShape: Sendable, Hashable {
    /// Straight lines from point to point, back to the first one where it is closed; dashed where what it
    /// shows is a guess.
    case line([Point], isClosed: Bool, isDashed: Bool, width: Double, color: OverlayColor)
    /// A filled circle.
    case dot(Point, radius: Double, color: OverlayColor)
    /// One line of printable ASCII on a background of `color`, in black or white, whichever reads better.
    /// The point is the lower left corner of the background.
    case label(String, at: Point, height: Double, color: OverlayColor)
}
