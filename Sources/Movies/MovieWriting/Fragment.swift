// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// A sample as a fragment holds it.
struct FragmentSample: Sendable, Equatable {
    var bytes: [UInt8]
    var run: TrackRunBox.Sample
    /// Whether it is there to be decoded only or, as metadata, says nothing.
    var isHidden = false
}

/// What goes into one fragment of a movie.
struct Fragment: Sendable, Equatable {
    /// What one track gives.
    struct Track: Sendable, Equatable {
        var index: Int
        /// The first sample's decode time, in ticks of the media.
        var baseDecodeTime: UInt64
        var samples: [FragmentSample]
    }

    var tracks: [Track]
}
