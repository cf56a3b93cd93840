// SPDX-License-Identifier: Apache-2.0
public import FaceValues
public import MovieReading

extension MovieTrack {
    /// How the stored frames must be turned, then whether left and right are exchanged, by the
    /// track's matrix; one that shears or is damaged changes nothing.
    public var display: (orientation: VideoOrientation, isMirrored: Bool) {
        if let orientation { return (orientation, false) }
        // Exchanging left and right once more leaves the turn.
        let (a, b) = (-matrix[0].signum(), matrix[1].signum())
        let (c, d) = (-matrix[3].signum(), matrix[4].signum())
        return switch (a, b, c, d) {
        case (1, 0, 0, 1): (.upright, true)
        case (0, 1, -1, 0): (.quarterTurn, true)
        case (-1, 0, 0, -1): (.halfTurn, true)
        case (0, -1, 1, 0): (.threeQuarterTurn, true)
        default: (.upright, false)
        }
    }

    /// The size of the frames in pixels as they are shown, turned upright; `nil` when the track does
    /// not tell.
    public var displayedSize: Size? {
        var size = presentationSize
        if let width, let height, width > 0, height > 0 {
            size = Size(width: Double(width), height: Double(height))
        }
        guard size.width > 0, size.height > 0 else { return nil }
        return display.orientation.exchangesSides
            ? Size(width: size.height, height: size.width) : size
    }
}
