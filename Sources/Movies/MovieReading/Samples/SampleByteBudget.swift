// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Counts the bytes of metadata samples that are read of a movie, whose tables can name the same bytes as often as they
/// like: a file of a megabyte could be read as gigabytes of text.
package struct SampleByteBudget: Sendable {
    /// What a movie may name more than once, in bytes: the short samples of gaps.
    private static let repeatedByteLimit: Int64 = 16 << 20

    private let name: String
    private var rest: Int64

    /// The budget of one reader of a movie.
    package init(of movie: MovieReader) {
        name = movie.name
        rest = Self.repeatedByteLimit + movie.byteCount
    }

    /// Counts a sample before it is read.
    ///
    /// - Throws: `.mediaDamaged` where the samples so far have many more bytes than the file.
    package mutating func take(_ sample: MovieSample, of track: MovieTrack) throws(FacecapError) {
        rest -= Int64(clamping: sample.byteCount)
        guard rest >= 0 else {
            throw FacecapError(
                .mediaDamaged,
                "\(name): track \(track.id) names the same metadata again and again, which recordings do"
                    + " not; do not trust the file.")
        }
    }
}
