// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension MarkerReader {
    /// A text of facecap in a movie's timed metadata.
    public struct Marker: Sendable, Hashable {
        /// What it stands under, such as `org.facecap.marker`.
        public let key: String
        /// The text.
        public let text: String
        /// When its sample begins, on the time line of the movie.
        public let time: MediaTime
    }
}
