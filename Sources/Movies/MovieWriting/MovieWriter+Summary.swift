// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension MovieWriter {
    /// What a finished movie holds.
    public struct Summary: Sendable, Hashable {
        /// What one track holds.
        public struct Track: Sendable, Hashable {
            /// Samples written.
            public let sampleCount: Int
            /// Those that are there to be decoded only or, as metadata, say nothing.
            package let hiddenSampleCount: Int
            /// All samples together.
            public let duration: MediaTime
        }

        /// From the start to the end of the longest track.
        public let duration: MediaTime
        /// The file's size.
        public let byteCount: Int64
        /// In the order in which the tracks were described; those without samples are not in the file.
        public let tracks: [Track]
    }
}
