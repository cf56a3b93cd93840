package import FaceValues

extension MarkerReader {
    /// A text in a movie's timed metadata.
    package struct Marker: Sendable, Hashable {
        /// What it stands under, such as `org.facecap.marker`.
        package let key: String
        /// The text.
        package let text: String
        /// When its sample begins, on the time line of the movie.
        package let time: MediaTime
    }
}
