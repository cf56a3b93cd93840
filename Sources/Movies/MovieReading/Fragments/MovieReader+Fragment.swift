// SPDX-License-Identifier: Apache-2.0
extension MovieReader {
    /// A fragment of which everything is in the file: its `moof` and all bytes of its samples.
    public struct Fragment: Sendable {
        /// Where its `moof` lies.
        public let moof: BoxLocation
        /// Where what belongs to it ends: its last `mdat`, or its last sample where that is cut short.
        public let end: Int64
        /// Its number, where it has one; writers count from 1.
        public let sequenceNumber: UInt32?
        /// The tracks that have samples in it, in the order of the file.
        public let tracks: [MovieTrack]

        let reader: MovieReader
        let cursors: [UInt32: TrackFragmentCursor]

        /// Walks the samples that a track has in it, in the order of decoding; none when the track is not
        /// one of ``tracks``.
        public func samples(of track: MovieTrack) -> MovieSample.Cursor {
            let cursor = cursors[track.id] ?? TrackFragmentCursor([], clock: SampleClock())
            return MovieSample.Cursor(of: track, in: cursor, of: reader)
        }
    }
}
