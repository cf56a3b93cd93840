// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples

/// A sample on its way into a movie.
struct RecordedSample: Sendable {
    let track: RecordedTrack
    let sample: EncodedSample
    /// What describes the track's samples from this one on, where that changes.
    var sampleEntry: [UInt8]?
    /// Of a client's metadata, what says the same at the beginning of a later file; `nil` where nothing holds any more.
    var renewal: [UInt8]?
}
