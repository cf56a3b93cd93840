// SPDX-License-Identifier: Apache-2.0
import Facecap
import MediaCodecs

/// The frames of a movie, which are all like its first one: those of another camera are fitted into them.
struct MovieFrames {
    /// Whether they are encoded, and not copied or left out.
    private let areEncoded: Bool
    private var first: (size: Size, orientation: VideoOrientation)?

    init(_ settings: CaptureMovieFileOutput.Settings) {
        areEncoded = if case .encoded = settings.video { true } else { false }
    }

    /// What was found in the source's next frame, where the movie shows it.
    mutating func place(_ observation: FaceObservation) -> FaceObservation {
        guard let size = observation.frameSize else { return observation }
        let first = first ?? (size, observation.orientation)
        self.first = first
        let placement =
            areEncoded ? FramePlacement(of: size, inStreamBeginningWith: first.size) : nil
        var placed = placement?.apply(observation) ?? observation
        placed.orientation = first.orientation
        return placed
    }
}
