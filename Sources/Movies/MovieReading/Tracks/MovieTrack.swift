// SPDX-License-Identifier: Apache-2.0
public import FaceValues
public import MovieBoxes

/// One track of a movie: what its movie box says of it.
public struct MovieTrack: Sendable {
    /// What a track holds.
    public enum Kind: String, Sendable, Hashable {
        /// Frames: handler `vide`.
        case video
        /// Audio: handler `soun`.
        case audio
        /// Timed metadata: handler `meta`.
        case metadata
        /// Anything else, such as time code or subtitles.
        case other
    }

    /// Its identifier, unique within the movie, never 0.
    public let id: UInt32
    /// What its media is, as the file says it.
    public let handler: FourCharacterCode
    /// A name for people, where it has one.
    public let handlerName: String?
    /// Whether it is to be shown.
    public let isEnabled: Bool
    /// The same number in tracks of which one is to be shown at a time, 0 in others.
    package let alternateGroup: UInt16
    /// Three letters of ISO 639-2/T, such as `und`; `nil` when the code is none of those.
    public let language: String?
    /// Ticks a second of its samples' times.
    public let timescale: Int32
    /// How long its media is, in ``timescale``; `nil` when the file does not know. A fragmented movie
    /// does not count its fragments here.
    public let mediaDuration: Int64?
    /// The name of its first sample entry; `nil` when there is none.
    public let codec: FourCharacterCode?
    /// The boxes within `stsd`, whole, with their headers (ISO/IEC 14496-12 8.5.2).
    public let sampleEntries: [[UInt8]]
    /// Stored pixels a row, of a video track.
    public let width: Int?
    /// Stored rows, of a video track.
    public let height: Int?
    /// The size at which it is shown, in pixels, before ``matrix``; 0 by 0 of what is not seen.
    public let presentationSize: Size
    /// From the stored frame to the one shown: a, b, u, c, d, v, x, y, w of `tkhd`, in 16.16, and
    /// u, v, w in 2.30.
    public let matrix: [Int32]
    /// What of its media is shown when; empty when it is shown as it is.
    package let edits: [MovieEdit]
    /// Which tracks it refers to, by kind, such as `cdsc`.
    public let references: [FourCharacterCode: [UInt32]]
    /// Where its `trak` box lies in ``MovieReader/moov``.
    public let box: Range<Int>

    let movieTimescale: Int32
    /// What ``edits`` show of its media.
    let shownMedia: ShownMedia
    let sampleTable: SampleTable
    /// Of each sample entry whether its samples lie in the movie's own file.
    let isSelfContained: [Bool]

    /// What it holds.
    public var kind: Kind {
        switch handler {
        case .vide: .video
        case .soun: .audio
        case .meta: .metadata
        default: .other
        }
    }

    /// How its stored frames are displayed, by ``matrix``; `nil` when that shears them.
    public var orientation: VideoOrientation? {
        TransformationMatrix(values: matrix)?.orientation
    }

    /// By how many degrees the sides of a displayed frame miss the directions of a quarter turn, 0...45.
    package var tilt: Double { TransformationMatrix(values: matrix)?.tilt ?? 0 }

    /// How long edits show nothing, in ``timescale``; `nil` without edits.
    package var emptyDuration: Int64? {
        guard !edits.isEmpty else { return nil }
        let empty = edits.lazy.filter { $0.mediaTime == nil }
        return Int64(
            clamping: mediaTicks(empty.reduce(0) { $0 + Int128($1.segmentDuration) }))
    }

    /// Ticks of the movie in the nearest ones of the media.
    private func mediaTicks(_ ticks: Int128) -> Int128 {
        let movieScale = Int128(movieTimescale)
        return (ticks * Int128(timescale) + movieScale / 2) / movieScale
    }

    /// When a moment of the media is presented in the movie: on the scale of ``timescale``, rounded to
    /// it where an edit of the movie's scale shifts it.
    ///
    /// The first edit that shows the moment counts, and every edit as if it ran at its normal speed.
    ///
    /// - Parameter time: in ``timescale``, such as ``MovieSample/presentationMediaTime``.
    /// - Returns: `nil` when no edit shows it: before the first one, such as the priming of audio, or
    ///   cut away.
    public func presentationTime(ofMediaTime time: Int64) -> MediaTime? {
        guard !edits.isEmpty else { return MediaTime(value: time, timescale: timescale) }
        guard let edit = shownMedia.edit(at: time) else { return nil }
        return Int64(exactly: mediaTicks(edit.start) + Int128(time) - Int128(edit.mediaTime))
            .map { MediaTime(value: $0, timescale: timescale) }
    }

    /// When a sample of metadata begins to hold in the movie, and how many of its ticks are hidden before: those before
    /// the first of its moments that an edit shows.
    ///
    /// - Returns: `nil` when no edit shows the sample.
    package func presentationStart(
        of sample: MovieSample
    ) -> (time: MediaTime, hiddenTicks: Int64)? {
        let begin = sample.presentationMediaTime
        guard let first = edits.isEmpty ? begin : shownMedia.firstMoment(from: begin),
            first == begin || Int128(first) - Int128(begin) < Int128(sample.duration),
            let time = presentationTime(ofMediaTime: first)
        else { return nil }
        return (time, first - begin)
    }

    /// The part of a sample of metadata that is shown: from ``presentationStart(of:)`` to its end or that of the edit,
    /// and whether its beginning is hidden.
    ///
    /// - Returns: `nil` when no edit shows the sample.
    package func presentedStretch(
        of sample: MovieSample
    ) -> (start: MediaTime, duration: MediaTime, hidesBeginning: Bool)? {
        guard let (start, hidden) = presentationStart(of: sample) else { return nil }
        var ticks = sample.duration - hidden
        let first = sample.presentationMediaTime + hidden
        if let edit = shownMedia.edit(at: first), edit.length > 0 {
            let (scale, movieScale) = (Int128(timescale), Int128(movieTimescale))
            let left = edit.length * scale - (Int128(first) - Int128(edit.mediaTime)) * movieScale
            // The length of an edit is rounded: less than one of its ticks is not cut off.
            if Int128(ticks) * movieScale >= left + scale {
                ticks = Int64(clamping: (left + movieScale - 1) / movieScale)
            }
        }
        return (start, MediaTime(value: ticks, timescale: timescale), hidden > 0)
    }
}
