// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension FaceTrackReader {
    /// A frame of a face track.
    public struct Frame: Sendable, Hashable {
        /// Its faces; normalized in the stored frame, on the time line of the movie.
        ///
        /// The frame's number is the one it had when it was recorded or, where the track has none, the
        /// index of its frame. The capture time is the presentation time.
        public let observation: FaceObservation
        /// How long the sample lasts.
        public let duration: MediaTime
        /// Which frame of the movie is shown with it, from 0 in the order of display; where there are no
        /// frames, which frame of the track it is.
        ///
        /// It differs from the frame's number in a movie that does not begin with the session or that lost
        /// frames.
        public let frameIndex: Int
        /// Whether the sample's bytes made sense; when not, the frame counts as one that was not analyzed.
        public let isReadable: Bool
        /// Faces of the sample that are wrong, at least: what cannot be read, has the id of another one, which alone is
        /// told, or the id 0, which no face may have.
        package let wrongFaceCount: Int
    }
}
