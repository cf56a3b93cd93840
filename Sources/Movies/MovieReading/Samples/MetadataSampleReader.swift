// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Reads the samples of tracks of metadata, and no more of them than the movie can hold: its tables can name the same
/// bytes as often as they like, and a file of a megabyte could be read as gigabytes of text.
package struct MetadataSampleReader: Sendable {
    /// What a movie may name more than once, in bytes: the short samples of gaps.
    private static let repeatedByteLimit: Int64 = 16 << 20

    private let movie: MovieReader
    private var rest: Int64

    /// A reader of a movie that has read nothing yet.
    package init(of movie: MovieReader) {
        self.movie = movie
        rest = Self.repeatedByteLimit + movie.byteCount
    }

    /// The bytes of a sample.
    ///
    /// - Parameter limit: a sample that is longer is damage; 4,096 faces have less than 1 MiB.
    /// - Throws: `.mediaDamaged` also where the samples so far have many more bytes than the file; what
    ///   ``MovieReader/readBytes(of:limit:)`` throws.
    package mutating func readBytes(
        of sample: MovieSample, in track: MovieTrack, limit: Int = 4 << 20
    ) throws(FacecapError) -> [UInt8] {
        rest -= Int64(clamping: max(1, sample.byteCount))
        guard rest >= 0 else {
            throw FacecapError(
                .mediaDamaged,
                "\(movie.name): track \(track.id) names the same metadata again and again, which recordings do"
                    + " not; do not trust the file.")
        }
        return try movie.readBytes(of: sample, limit: limit)
    }
}
