// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting
internal import TimedMetadata

/// Makes sample tables of the fragments of a movie.
struct FragmentRebuild {
    let fragments: WholeFragments
    /// Where samples come to lie; `nil` when they stay where they are.
    let layout: MediaLayout?
    /// Where a sample without faces lies, should one be needed.
    let gapOffset: UInt64
    /// Whether faces and markers are made to end with the frames.
    let closesMetadata: Bool
    /// Whether the sample at ``gapOffset`` is needed.
    private(set) var needsGap = false

    /// A sample without faces, as a box so that a scan of the file passes it.
    static let gapBox: [UInt8] =
        [0, 0, 0, UInt8(8 + FaceSampleEncoder.gap.count)] + Array("free".utf8)
        + FaceSampleEncoder.gap

    /// Where in ``gapBox`` the sample lies.
    static let gapOffsetInBox: Int64 = 8

    private var images: Images?
    /// How many samples were added that are not in the movie.
    private var addedCount: Int64 = 0

    /// The frames of the first video track, which metadata describes.
    private struct Images {
        var end: MediaTime
        /// How long the last one is shown.
        var frame: MediaTime
        /// When they are shown.
        var times: [MediaTime]
    }

    init(
        _ fragments: WholeFragments, layout: MediaLayout?, gapOffset: UInt64, closesMetadata: Bool
    ) {
        self.fragments = fragments
        self.layout = layout
        self.gapOffset = gapOffset
        self.closesMetadata = closesMetadata
    }

    /// The tracks that have samples, of those given, in their order.
    mutating func tracks(_ tracks: [MovieTrack]) throws(FacecapError) -> [RebuiltTrack] {
        var rebuilt: [UInt32: RebuiltTrack] = [:]
        // How long metadata lasts is known once the frames are.
        for track in tracks where track.kind == .video { rebuilt[track.id] = try rebuild(track) }
        for track in tracks where track.kind != .video { rebuilt[track.id] = try rebuild(track) }
        return tracks.compactMap { rebuilt[$0.id] }.filter { $0.samples.count > 0 }
    }

    private func isClosed(_ track: MovieTrack) -> Bool { closesMetadata && track.codec == "mebx" }

    private mutating func rebuild(_ track: MovieTrack) throws(FacecapError) -> RebuiltTrack {
        var rebuilt = RebuiltTrack(
            track, of: fragments.reader,
            isRecorders: try MovieHead.isRecorders(fragments.reader))
        let end =
            isClosed(track) ? images.flatMap { rebuilt.mediaTime(presentedAt: $0.end) } : nil
        var presentationEnd = PresentationEnd<MediaTime>()
        var frame: Int64 = 0
        var times: [MediaTime] = []
        // Chapters and time codes of a movie without its end are whole, and last longer than what is left.
        let limit =
            fragments.reader.isFragmented || track.kind == .video || track.kind == .audio
            ? nil : images?.end
        var limitedEnd: Int64?
        var samples = fragments.samples(of: track)
        while let sample = try samples.next() {
            if let end, sample.decodeTime >= end { continue }
            if let limit {
                let shown = track.presentationTime(ofMediaTime: sample.presentationMediaTime)
                if let shown, shown >= limit { continue }
                limitedEnd = shown.map {
                    let rest = Ticks.convert(limit.since($0), to: track.timescale)
                    return Ticks.sum(sample.decodeTime, min(sample.duration, rest))
                }
            }
            let offset = layout?.target(of: sample.offset) ?? UInt64(sample.offset)
            try rebuilt.append(sample, at: offset)
            guard track.kind == .video else { continue }
            frame = sample.duration
            let shown = track.presentationTime(ofMediaTime: sample.presentationMediaTime)
            if let shown {
                times.append(shown)
                presentationEnd.add(
                    from: shown,
                    until: MediaTime(
                        value: Ticks.sum(shown.value, sample.duration), timescale: shown.timescale))
            }
        }
        if let end, track.hasFaces {
            closeFaces(&rebuilt, at: end)
        } else if let end {
            try close(&rebuilt, at: end)
        } else if let limitedEnd {
            rebuilt.finish(at: limitedEnd)
        } else {
            rebuilt.finish()
        }
        if images == nil, let presentationEnd = presentationEnd.time {
            images = Images(
                end: presentationEnd, frame: MediaTime(value: frame, timescale: track.timescale),
                times: times)
        }
        return rebuilt
    }

    /// Gives each frame behind the last sample of faces one of its own, which says that nothing is known:
    /// their faces were found later than they were encoded, and were lost.
    private mutating func closeFaces(_ track: inout RebuiltTrack, at end: Int64) {
        let last = track.lastStart ?? .min
        // A tick is what the time scales may differ by, where a frame is longer.
        let rounding = frame(in: track) > 1 ? 1 : 0
        var starts = (images?.times ?? []).compactMap { track.mediaTime(presentedAt: $0) }
            .filter { $0 >= 0 && $0 < end && Ticks.difference($0, last) > rounding }
        starts.sort()
        // However many face tracks there are, they get no more than the movie can have itself.
        guard !starts.isEmpty, addedCount + Int64(starts.count) <= fragments.reader.byteCount else {
            return track.finish(at: end)
        }
        addedCount += Int64(starts.count)
        needsGap = true
        for (index, start) in starts.enumerated() {
            let next = index + 1 < starts.count ? starts[index + 1] : end
            track.append(
                byteCount: UInt32(FaceSampleEncoder.gap.count), from: start, until: next,
                at: gapOffset)
        }
    }

    /// Lets metadata end with the frames: what it said last holds for a frame at most, then nothing
    /// is known.
    private mutating func close(_ track: inout RebuiltTrack, at end: Int64) throws(FacecapError) {
        guard let last = track.last, let lastEnd = track.end else { return }
        guard Ticks.difference(end, lastEnd) > max(1, frame(in: track)), try !isGap(last) else {
            track.finish(at: end)
            return
        }
        needsGap = true
        track.append(
            byteCount: UInt32(FaceSampleEncoder.gap.count), from: lastEnd, until: end, at: gapOffset
        )
    }

    /// How many ticks of a track a frame lasts.
    private func frame(in track: RebuiltTrack) -> Int64 {
        images.map { Ticks.convert($0.frame, to: track.track.timescale) } ?? 0
    }

    private func isGap(_ sample: MovieSample) throws(FacecapError) -> Bool {
        guard sample.byteCount == FaceSampleEncoder.gap.count else { return false }
        return try fragments.reader.readBytes(of: sample) == FaceSampleEncoder.gap
    }
}
