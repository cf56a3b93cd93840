// SPDX-License-Identifier: Apache-2.0
/// One sample of a track: where its bytes lie, and when it is decoded and shown. All times are in
/// the track's time scale.
public struct MovieSample: Sendable, Hashable {
    /// Where its bytes begin, from the start of the file; all of them lie in the file.
    public let offset: Int64
    /// How many bytes it has, 0 or more.
    public let byteCount: Int
    /// When it is decoded, on the time line of the media.
    public let decodeTime: Int64
    /// How much later it is shown; earlier when negative.
    public let compositionOffset: Int64
    /// How long it lasts: until the next one is decoded.
    public let duration: Int64
    /// Whether decoding can begin here.
    public let isSync: Bool
    /// Which of ``MovieTrack/sampleEntries`` describes it; the index of one that exists.
    public let descriptionIndex: Int

    /// When it is shown, on the time line of the media; ``MovieTrack/presentationTime(ofMediaTime:)``
    /// puts it on that of the movie.
    public var presentationMediaTime: Int64 { decodeTime + compositionOffset }
}
