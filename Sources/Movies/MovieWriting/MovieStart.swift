// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// When a movie and its tracks begin, known once each track of frames or audio has its first sample.
struct MovieStart: Sendable, Equatable {
    /// How a track lies on the movie's time line.
    struct Track: Sendable, Equatable {
        /// The first decode time, as the samples have it: it becomes 0. Audio for which the movie did not wait begins
        /// later.
        var mediaStart: Int64
        /// Where in the media it begins to be shown: behind priming and reordering, in ticks.
        var mediaTime: Int64
        /// How much of that is frames that are only decoded, as the first ones that are shown need them, in ticks.
        var hiddenTicks: Int64 = 0
        /// From the movie's start to the track's.
        var delay: MediaTime
    }

    /// The earliest moment that is seen or heard, or an earlier one.
    var time: MediaTime
    /// `nil` for tracks that have no samples and get none.
    var tracks: [Track?]
}
