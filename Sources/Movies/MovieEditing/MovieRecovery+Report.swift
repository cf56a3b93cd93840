// SPDX-License-Identifier: Apache-2.0
public import FaceValues
public import MovieReading

extension MovieRecovery {
    /// What was found in a recording, and what became of it.
    public struct Report: Sendable, Hashable {
        /// What one track holds.
        public struct Track: Sendable, Hashable {
            /// Its number.
            public let id: UInt32
            /// What it holds.
            public let kind: MovieTrack.Kind
            /// A name for people, where it has one, such as `Faces`.
            public let name: String?
            /// Samples that are in the movie.
            public let sampleCount: Int
        }

        /// Whether the movie was whole, and therefore left as it was.
        public let wasFinished: Bool
        /// How long the movie is; `nil` when a finished one does not say.
        public let duration: MediaTime?
        /// The size of the movie.
        public let byteCount: Int64
        /// The tracks of the movie.
        public let tracks: [Track]
        /// Fragments that were whole.
        public let fragmentCount: Int
        /// Bytes behind them that are lost: of a fragment that was cut short, or zeros.
        public let droppedByteCount: Int64
    }
}
