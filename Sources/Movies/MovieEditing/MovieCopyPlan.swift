// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import TimedMetadata

/// Finds out what has to be copied of a movie.
struct MovieCopyPlan {
    let reader: MovieReader
    let tracks: [MovieTrack]
    var additions: [MetadataTrackAddition] = []
    var description = DescriptionChange()
    /// Whether faces and markers of fragments are made to end with the frames.
    var closesMetadata = false

    /// What to write.
    func copy(head: [UInt8], isFastStart: Bool) throws(FacecapError) -> MovieCopy {
        let fragments = try reader.isPlain() ? nil : WholeFragments(of: reader)
        let layout = try layout(fragments)
        var appendix: [[UInt8]] = []
        var edited: [EditedTrack] = []
        if let fragments {
            var rebuild = FragmentRebuild(
                fragments, layout: layout, gapOffset: UInt64(layout.byteCount),
                closesMetadata: closesMetadata)
            edited = try rebuild.tracks(tracks).map(EditedTrack.rebuilt)
            if rebuild.needsGap { appendix.append(FaceSampleEncoder.gap) }
        } else {
            edited = tracks.map { .kept($0, layout) }
        }
        guard !edited.isEmpty else {
            throw tracks.isEmpty && !reader.tracks.isEmpty
                ? FacecapError(
                    .invalidArgument,
                    "No track would be left of \(reader.name); keep one of them.")
                : .noCompleteFragment(in: reader)
        }
        var ends: [UInt32: VideoEnd] = [:]
        for addition in additions {
            let bytes = appendix.reduce(layout.byteCount) { $0 + Int64($1.count) }
            let track = try added(addition, beside: edited, fragments, &ends, at: UInt64(bytes))
            edited.append(.added(track.header, track.samples))
            appendix.append(track.bytes)
        }
        return MovieCopy(
            movie: EditedMovie(reader: reader, tracks: edited, description: description),
            fragments: fragments, layout: layout, appendix: appendix, head: head,
            isFastStart: isFastStart)
    }

    private func layout(_ fragments: WholeFragments?) throws(FacecapError) -> MediaLayout {
        var stretches: [Range<Int64>] = []
        for track in tracks {
            try Self.checkCanMove(track, in: reader)
            var list = StretchList()
            var samples = samples(of: track, fragments)
            while let sample = try samples.next() {
                list.append(offset: sample.offset, byteCount: sample.byteCount)
            }
            stretches += list.stretches
        }
        return MediaLayout(stretches)
    }

    private func samples(
        of track: MovieTrack, _ fragments: WholeFragments?
    ) -> MovieSample.Cursor {
        fragments?.samples(of: track) ?? reader.samples(of: track)
    }

    /// Sample entries of encrypted frames, audio, text and other media (ISO/IEC 14496-12 8.12).
    private static let encryptedCodecs: Set<FourCharacterCode> = ["encv", "enca", "enct", "encs"]

    /// Places in the file that only a decryptor knows (ISO/IEC 14496-12 8.7.9) would point nowhere; fragments
    /// have them, and the initialization vectors, in boxes that are not copied.
    static func checkCanMove(
        _ track: MovieTrack, in reader: MovieReader
    ) throws(FacecapError) {
        let trak = BoxReader(reader.moov[track.box])
        let entries = SampleDescriptionBox(entries: track.sampleEntries.flatMap(\.self)).entries
        let isEncrypted = entries.contains { encryptedCodecs.contains($0.codec) }
        guard !reader.isFragmented || !isEncrypted,
            trak.firstBox(.trak, .mdia, .minf, .stbl, "saio") == nil
        else {
            throw FacecapError(
                .mediaUnreadable,
                "\(reader.name): track \(track.id) is encrypted or has auxiliary data (saio), which cannot be moved;"
                    + " decrypt it first."
            )
        }
    }

    private func added(
        _ addition: MetadataTrackAddition, beside edited: [EditedTrack],
        _ fragments: WholeFragments?, _ ends: inout [UInt32: VideoEnd], at offset: UInt64
    ) throws(FacecapError) -> AddedMetadataTrack {
        let videos = edited.compactMap(\.source).filter { $0.kind == .video }
        let described = videos.first { $0.id == addition.describedTrackID }
        guard let video = described ?? videos.first else { throw .noVideoTrack(in: reader) }
        let end = if let known = ends[video.id] { known } else { try videoEnd(video, fragments) }
        ends[video.id] = end
        let used = Set(reader.tracks.map(\.id) + edited.map(\.id))
        guard let id = (1...UInt32.max).first(where: { !used.contains($0) }) else {
            throw FacecapError(
                .mediaUnreadable,
                "\(reader.name) has no free track ID; remux it with `ffmpeg -c copy`.")
        }
        return try AddedMetadataTrack(
            addition, id: id, describing: video,
            end: end.end, lastFrame: end.lastFrame, in: reader, offset: offset,
            trackCount: additions.count)
    }

    /// Until when a video is shown, and when its last frame begins.
    private struct VideoEnd {
        var end: MediaTime
        var lastFrame: MediaTime
    }

    /// Walks all frames of a video.
    private func videoEnd(
        _ video: MovieTrack, _ fragments: WholeFragments?
    ) throws(FacecapError) -> VideoEnd {
        var (end, lastFrame) = (PresentationEnd<MediaTime>(), MediaTime.zero)
        var samples = samples(of: video, fragments)
        while let sample = try samples.next() {
            let shown = video.presentationTime(ofMediaTime: sample.presentationMediaTime)
            guard let shown else { continue }
            lastFrame = max(lastFrame, shown)
            end.add(
                from: shown,
                until: MediaTime(
                    value: Ticks.sum(shown.value, sample.duration), timescale: shown.timescale))
        }
        return VideoEnd(
            end: max(.zero, shownEnd(of: video, within: end.time ?? .zero)), lastFrame: lastFrame)
    }

    /// Where a track ends that is shown until `end` at the latest: its edits may end before that by more than the
    /// rounding of a tick, where the last frame is decoded before a gap.
    private func shownEnd(of track: MovieTrack, within end: MediaTime) -> MediaTime {
        guard !track.edits.isEmpty, track.edits.allSatisfy({ $0.segmentDuration > 0 }) else {
            return end
        }
        let ticks = track.edits.reduce(0) { Ticks.sum($0, $1.segmentDuration) }
        let next = MediaTime(value: ticks + 1, timescale: reader.timescale)
        return end > next ? MediaTime(value: ticks, timescale: reader.timescale) : end
    }
}

extension FacecapError {
    /// Of a movie that ends before anything of it can be read.
    static func noCompleteFragment(in reader: MovieReader) -> FacecapError {
        FacecapError(
            .mediaDamaged,
            reader.isFragmented
                ? "\(reader.name) has no complete fragment, so nothing of it can be kept; record it again."
                : "\(reader.name) ends before its first frame, so nothing of it can be kept; copy it again."
        )
    }
}
