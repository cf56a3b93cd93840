// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

/// A movie file that grows by fragments, each of which is safe before it becomes visible.
struct FragmentedFile {
    fileprivate struct Track {
        let description: MovieWriter.TrackDescription
        var start: MovieStart.Track?
        var header: MovieTrackHeader
        var samples = SampleTable()
        var hiddenSampleCount = 0
        /// Where the sample entry lies that may change.
        var entryOffset: Int64?
    }

    private let storage: any MovieStorage
    private let configuration: MovieWriter.Configuration
    private let timescale: Int32
    private var tracks: [Track]
    private var sequenceNumber: UInt32 = 0
    private var buffer = WriteBuffer()
    /// Where the last whole fragment ends.
    private(set) var end: Int64 = 0

    /// A file of which nothing is written yet.
    init(
        storage: any MovieStorage, tracks: [MovieWriter.TrackDescription], start: MovieStart,
        configuration: MovieWriter.Configuration
    ) {
        self.storage = storage
        self.configuration = configuration
        let master = tracks.first(where: \.isVideo) ?? tracks.first
        timescale = MovieFinalizer.timescale(forMedia: master?.timescale ?? 1)
        self.tracks = zip(tracks, start.tracks).enumerated().map { index, track in
            Track(
                description: track.0, start: track.1,
                header: track.0.header(
                    index: index, fileType: configuration.fileType,
                    creationTime: configuration.creationTimeSince1904))
        }
    }

    /// Whether there is a fragment, without which nobody sees the file.
    var hasFragments: Bool { sequenceNumber > 0 }

    /// Writes what stands before the first fragment.
    mutating func writeHead() throws(FacecapError) {
        var writer = BoxWriter()
        writer.append(contentsOf: FileTypeBox.fragmentedHead(configuration.fileType))
        let present = tracks.filter { $0.start != nil }
        let ids = Set(present.map(\.header.id))
        MovieBox(
            fileType: configuration.fileType, timescale: timescale,
            creationTime: configuration.creationTimeSince1904, metadata: configuration.metadata,
            tracks: present.map { track in
                var header = track.header
                header.edits = track.start?.edits(movieTimescale: timescale) ?? []
                header.references.removeAll { !ids.isSuperset(of: $0.trackIDs) }
                return MovieFinalizer.Track(header: header, samples: SampleTable())
            }, isFragmented: true
        ).write(to: &writer)
        noteEntries(in: writer.bytes)
        try storage.write(writer.bytes, at: 0)
        end = Int64(writer.bytes.count)
    }

    /// Finds the sample entries of timed metadata, which lie in the order of the tracks.
    private mutating func noteEntries(in head: [UInt8]) {
        var place = head.startIndex
        for index in tracks.indices where tracks[index].start != nil {
            guard tracks[index].description.isMetadata,
                let range = head[place...].firstRange(of: tracks[index].header.sampleEntries)
            else { continue }
            tracks[index].entryOffset = Int64(range.lowerBound)
            place = range.upperBound
        }
    }

    /// Puts another sample entry of the same length into the place of a track's.
    ///
    /// The eight bytes in which they differ first come last: a reader finds the one or the other.
    mutating func changeSampleEntry(
        ofTrack index: Int, to entry: [UInt8]
    ) throws(FacecapError) {
        guard tracks.indices.contains(index), let offset = tracks[index].entryOffset else { return }
        let old = tracks[index].header.sampleEntries
        guard old.count == entry.count,
            let first = old.indices.first(where: { old[$0] != entry[$0] })
        else {
            return
        }
        let rest = min(first + 8, entry.count)
        try storage.write(Array(entry[rest...]), at: offset + Int64(rest))
        try storage.synchronize()
        try storage.write(Array(entry[first..<rest]), at: offset + Int64(first))
        tracks[index].header.sampleEntries = entry
    }

    /// Appends a fragment; where that fails, ``end`` still says what is whole.
    ///
    /// The first one gives the file its name: what had it before is kept until a part of the movie is safe.
    mutating func write(_ fragment: Fragment) throws(FacecapError) {
        let sizes = fragment.tracks.map { track in track.samples.reduce(0) { $0 + $1.bytes.count } }
        let total = sizes.reduce(0, +)
        let head = fragmentHead(fragment, sizes: sizes)
        guard head.bytes.count + 8 + total <= Int(Int32.max) else {
            throw FacecapError(
                .outputFailed, "A fragment of the movie is larger than 2 GiB: lower the bit rate.")
        }
        var data = head
        data.append(contentsOf: MediaDataHeader(contentSize: UInt64(total)).bytes)
        buffer.start(at: end, storage)
        try buffer.append(data.bytes)
        for track in fragment.tracks {
            for sample in track.samples { try buffer.append(sample.bytes) }
        }
        try buffer.flush()
        try storage.synchronize()
        // Until here readers saw free space: a fragment that is torn is never seen.
        try storage.write(Array("moof".utf8), at: end + 4)
        if !hasFragments { try storage.publish() }
        sequenceNumber &+= 1
        note(fragment, dataOffset: end + Int64(data.bytes.count))
        end += Int64(data.bytes.count + total)
    }

    private func fragmentHead(_ fragment: Fragment, sizes: [Int]) -> BoxWriter {
        var box = MovieFragmentBox(
            sequenceNumber: sequenceNumber &+ 1,
            tracks: fragment.tracks.map {
                MovieFragmentBox.Track(
                    trackID: tracks[$0.index].header.id, baseMediaDecodeTime: $0.baseDecodeTime,
                    run: TrackRunBox(dataOffset: 0, samples: $0.samples.map(\.run)))
            })
        var writer = BoxWriter()
        box.write(as: "free", to: &writer)
        var offset = writer.bytes.count + 8
        for (index, size) in sizes.enumerated() {
            box.tracks[index].run.dataOffset = Int32(clamping: offset)
            offset += size
        }
        writer.removeAll()
        box.write(as: "free", to: &writer)
        return writer
    }

    private mutating func note(_ fragment: Fragment, dataOffset: Int64) {
        var offset = UInt64(dataOffset)
        for track in fragment.tracks {
            if tracks[track.index].samples.count == 0, track.baseDecodeTime > 0 {
                tracks[track.index].delay(byTicks: track.baseDecodeTime)
            }
            let shift = tracks[track.index].compositionShift
            tracks[track.index].hiddenSampleCount += track.samples.count(where: \.isHidden)
            for sample in track.samples {
                tracks[track.index].samples.append(
                    offset: offset, size: sample.run.size, decodeDelta: sample.run.duration,
                    compositionOffset: Int32(
                        clamping: Int64(sample.run.compositionOffset) - shift),
                    isSync: sample.run.isSync)
                offset += UInt64(sample.run.size)
            }
        }
    }

    /// The movie as it would be if it ended now.
    var finalizer: MovieFinalizer {
        MovieFinalizer(
            fileType: configuration.fileType, timescale: timescale,
            creationTime: configuration.creationTimeSince1904, metadata: configuration.metadata,
            tracks: tracks.map { track in
                var header = track.header
                if track.description.isMetadata {
                    header.sampleEntries = BoxedMetadataKeys.removingUnused(
                        from: header.sampleEntries)
                }
                header.edits =
                    track.start?.edits(
                        of: track.samples, description: track.description,
                        hidesFrames: track.hiddenSampleCount > 0, movieTimescale: timescale) ?? []
                return MovieFinalizer.Track(header: header, samples: track.samples)
            })
    }

    /// What each track holds by now.
    var summaries: [MovieWriter.Summary.Track] {
        tracks.map { track in
            MovieWriter.Summary.Track(
                sampleCount: track.samples.count, hiddenSampleCount: track.hiddenSampleCount,
                duration: MediaTime(
                    value: Int64(clamping: track.samples.duration),
                    timescale: track.description.timescale))
        }
    }
}

extension FragmentedFile.Track {
    /// Lets the finished track begin later: its media begins with its first sample.
    fileprivate mutating func delay(byTicks ticks: UInt64) {
        guard let delay = start?.delay else { return }
        start?.delay = delay.advanced(
            by: MediaTime(
                value: Int64(clamping: ticks), timescale: description.timescale))
    }

    /// In fragments an edit skips the time that reordered frames need, because FFmpeg misreads negative
    /// offsets there; in the finished movie the offsets are negative instead, so that readers
    /// without edit lists show frames and faces together too. Frames that are not shown stay behind an edit.
    fileprivate var compositionShift: Int64 {
        guard description.isVideo, let start else { return 0 }
        return start.mediaTime - start.hiddenTicks
    }
}
