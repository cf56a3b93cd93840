// SPDX-License-Identifier: Apache-2.0
public import FaceValues
public import MovieBoxes

extension MovieWriter {
    /// How a movie is written.
    public struct Configuration: Sendable, Hashable {
        /// The kind of file.
        package var fileType = MovieFileType.mp4
        /// The longest stretch that may be lost when the program is killed, greater than 0.
        public var movieFragmentInterval = MediaTime(value: 1, timescale: 1)
        /// Whether a fragment waits for each track that is not sparse, however late it is, as far as the queues have room,
        /// so that equal samples make equal files; otherwise late samples go into a later fragment.
        public var waitsForLateTracks = false
        /// Whether the finished movie is written again with its description in front.
        public var shouldOptimizeForNetworkUse = false
        /// When the movie begins, in its samples' time, where nothing is seen or heard earlier; `nil` for
        /// the earliest moment that is.
        public var startTime: MediaTime?
        /// Keys and values about the whole movie.
        public var metadata: [MovieMetadataItem] = []
        /// Seconds since 1970; `nil` when unknown.
        public var creationTime: Int64?
        /// Whether a file with the same name is replaced; otherwise it is an error.
        public var overwritesExistingFile = false
        /// Samples of a track that may wait, 2 at least: it has to cover what one track is ahead of
        /// the others.
        public var queueCapacity = 1024
        /// Bytes of a track's samples that may wait.
        public var queueByteCapacity = 256 << 20

        /// A movie of the kind MP4, safe up to the last second.
        public init() {}

        var creationTimeSince1904: UInt64 {
            // 66 years, 17 of them leap years.
            creationTime.map {
                UInt64(max(0, $0.addingReportingOverflow(2_082_844_800).partialValue))
            }
                ?? 0
        }
    }
}
