// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting
internal import SystemSupport
internal import TimedMetadata

/// A movie that grows by one part after the other, on its way to a file.
struct JoinedMovie {
    private let file: AtomicFile
    private let fileType: MovieFileType
    private var tracks: [JoinedTrack] = []
    /// What the first part says of itself: its boxes `meta` and `udta`.
    private var description: [BoxReader.Box] = []
    private var creationTime: UInt64 = 0
    private var end: Int64
    private var buffer: [UInt8] = []
    /// The part before: where it began in the movie, in ticks of the track with the times that count, and
    /// when its first frame is shown in it.
    private var last: (start: Int64, delay: Int64, recording: RecordingPart?)?

    /// The tracks of metadata that the last part does not have.
    private var silentTracks: Set<Int> = []

    private static let bufferSize = 1 << 20

    init(file: AtomicFile, fileType: MovieFileType) {
        self.file = file
        self.fileType = fileType
        buffer = FileTypeBox.fragmentedHead(fileType)
        end = Int64(buffer.count)
    }

    /// Adds a part behind the others.
    mutating func append(
        _ part: JoinedPart, after before: RecordingPart?, adding numbers: FaceSampleNumbers.Greatest
    ) throws(FacecapError) {
        guard part.reader.isQuickTime == (fileType == .mov) else {
            throw FacecapError(
                .invalidArgument,
                part.reader.isQuickTime
                    ? "\(file.path): the parts are QuickTime movies; end the name in .mov."
                    : "\(file.path): the parts are no QuickTime movies; end the name in .mp4.")
        }
        if tracks.isEmpty { begin(with: part) }
        let known = Set(tracks.map(\.role))
        for (role, track) in part.tracks where !known.contains(role) {
            tracks.append(JoinedTrack(role, like: track))
        }
        let canFollow = part.recording.flatMap { part in before.map(part.follows) } ?? false
        let (start, follows) = try place(of: part, canFollow: canFollow)
        try copy(part, at: start, follows: follows, adding: numbers)
    }

    private mutating func begin(with part: JoinedPart) {
        description = EditedMovie.descriptions(of: part.reader)
        creationTime = part.reader.creationTime
        tracks = part.tracks.map { JoinedTrack($0.role, like: $0.track) }
    }

    /// The index of the track with the times that count.
    private var master: Int { tracks.firstIndex { $0.role.kind == .video } ?? 0 }

    /// When a part begins, in ticks of that track, and whether it does so without a gap.
    private mutating func place(
        of part: JoinedPart, canFollow: Bool
    ) throws(FacecapError) -> (start: Int64, follows: Bool) {
        let scale = tracks[master].timescale
        let track = part.master.track
        let delay = Ticks.convert(
            try JoinedTrack.stretches(of: track, in: part.reader).first?.movieStart ?? 0,
            from: track.timescale, to: scale)
        guard let last else {
            self.last = (0, delay, part.recording)
            return (0, false)
        }
        let usual =
            tracks.map { track in
                track.role.kind == tracks[master].role.kind
                    ? Ticks.convert(track.movieEnd, from: track.timescale, to: scale) : 0
            }.max() ?? 0
        var (start, follows) = (max(usual, last.start), false)
        if canFollow, let own = part.recording?.start, let other = last.recording?.start {
            let distance = Ticks.difference(
                Ticks.convert(own, to: scale), Ticks.convert(other, to: scale))
            let exact = Ticks.difference(
                Ticks.sum(Ticks.sum(last.start, last.delay), distance), delay)
            if exact > last.start, abs(Ticks.difference(exact, usual)) < 10 * Int64(scale) {
                (start, follows) = (exact, true)
            }
        }
        self.last = (start, delay, part.recording)
        return (start, follows)
    }

    private mutating func copy(
        _ part: JoinedPart, at start: Int64, follows: Bool,
        adding numbers: FaceSampleNumbers.Greatest
    ) throws(FacecapError) {
        var list = StretchList()
        for (role, track) in part.tracks where role.kind != .metadata {
            var cursor = part.reader.samples(of: track)
            while let sample = try cursor.next() {
                list.append(offset: sample.offset, byteCount: sample.byteCount)
            }
        }
        let layout = MediaLayout(list.stretches)
        let base = UInt64(end)
        for source in layout.sources {
            try part.reader.forEachPiece(of: source) { bytes throws(FacecapError) in
                _ = try write(bytes)
            }
        }
        let scale = tracks[master].timescale
        var metadata = MetadataSampleReader(of: part.reader)
        for index in tracks.indices {
            guard let track = part.track(tracks[index].role) else {
                guard tracks[index].role.kind == .metadata else { continue }
                silentTracks.insert(index)
                if !follows { try tracks[index].endHeld() }
                continue
            }
            silentTracks.remove(index)
            let begin = Ticks.convert(start, from: scale, to: tracks[index].timescale)
            guard tracks[index].role.kind == .metadata else {
                try tracks[index].append(
                    track, of: part.reader,
                    at: JoinedTrack.Place(
                        start: begin, follows: follows, layout: layout, base: base))
                continue
            }
            var joined = tracks[index]
            try joined.append(
                track, of: part.reader, at: begin, follows: follows, adding: numbers, &metadata
            ) { bytes throws(FacecapError) in try write(bytes) }
            tracks[index] = joined
        }
    }

    /// Ends the movie, all but its name.
    mutating func finish(as recording: RecordingPart?) throws(FacecapError) -> MovieEditSummary {
        let movieTimescale = MovieFinalizer.timescale(forMedia: tracks[master].timescale)
        for index in silentTracks.sorted() {
            var track = tracks[index]
            try track.endHeld()
            let end = Ticks.convert(
                tracks[master].movieEnd, from: tracks[master].timescale, to: track.timescale)
            try track.fill(until: end, 1) { bytes throws(FacecapError) in try write(bytes) }
            tracks[index] = track
        }
        for index in tracks.indices { try tracks[index].endHeld() }
        try flushBuffer()
        let finalizer = MovieFinalizer(
            fileType: fileType, timescale: movieTimescale, creationTime: creationTime,
            description: describe(as: recording),
            tracks: tracks.enumerated().map { index, track in
                MovieFinalizer.Track(
                    header: track.header(
                        id: UInt32(index + 1), creationTime: creationTime,
                        describing: video(describedBy: track.role), movieTimescale: movieTimescale),
                    samples: track.samples)
            })
        let size = try finalizer.finalize(file, dataEnd: end)
        return MovieEditSummary(
            duration: finalizer.duration, byteCount: size, trackCount: tracks.count,
            removedTrackCount: 0)
    }

    /// The number of the video track that a track of metadata describes; `nil` in a movie without frames.
    private func video(describedBy role: JoinedRole) -> UInt32? {
        tracks.firstIndex { $0.role.kind == .video && $0.role.index == role.video }
            .map { UInt32($0 + 1) }
    }

    /// What the first part says of itself, but for what it is a part of.
    private func describe(as recording: RecordingPart?) -> [UInt8] {
        var writer = BoxWriter()
        MetadataChange(keys: [RecordingPart.key], items: recording.map { [$0.item] } ?? [])
            .write(description, isQuickTime: fileType == .mov, to: &writer)
        return writer.bytes
    }

    /// Writes bytes behind the others; returns their place.
    private mutating func write(_ bytes: [UInt8]) throws(FacecapError) -> UInt64 {
        if buffer.count + bytes.count > Self.bufferSize { try flushBuffer() }
        buffer += bytes
        defer { end += Int64(bytes.count) }
        return UInt64(end)
    }

    private mutating func flushBuffer() throws(FacecapError) {
        guard !buffer.isEmpty else { return }
        try file.write(buffer, at: end - Int64(buffer.count))
        buffer.removeAll(keepingCapacity: true)
    }
}
