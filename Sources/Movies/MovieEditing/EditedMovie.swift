// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting

/// The description of a movie that is written again: its source's `moov`, box by box, with other tracks.
struct EditedMovie: Sendable {
    let reader: MovieReader
    var tracks: [EditedTrack]
    /// The movie whose `meta`, `udta` and date of creation take the place of the source's; `nil` to keep those.
    var describer: MovieReader?
    /// Whether what the movie and its tracks say of themselves is kept.
    var keepsDescription = true
    /// What changes of the keys and values that are kept.
    var metadataChange: MetadataChange?
    /// What languages tracks have instead of their own, by number.
    var languages: [UInt32: String] = [:]

    /// The kind of the boxes that are new.
    private var fileType: MovieFileType { reader.isQuickTime ? .mov : .mp4 }

    /// The whole `moov`, plain; `shift` is added to the place of each chunk.
    ///
    /// - Parameter isLong: whether places may need 64 bits.
    /// - Throws: `.outputFailed` where it would be larger than 4 GiB.
    func movieBytes(shift: UInt64, isLong: Bool) throws(FacecapError) -> [UInt8] {
        let sources = Dictionary(
            uniqueKeysWithValues: tracks.compactMap { track in
                track.source.map { ($0.box.lowerBound, track) }
            })
        let trackIDs = Set(tracks.map(\.id))
        let added = addedTracks(shift: shift)
        let lastTrack = reader.tracks.last?.box.lowerBound
        var writer = BoxWriter()
        writer.box("moov") { writer in
            var boxes = BoxReader(content)
            while let box = boxes.readBox() {
                switch box.type {
                case "mvhd": copyHeader(box, to: &writer)
                case "mvex": break
                case "meta" where replacesDescription, "udta" where replacesDescription: break
                case "trak":
                    if let track = sources[box.bytes.startIndex] {
                        copy(track, shift: shift, isLong: isLong, trackIDs: trackIDs)
                            .write(box, to: &writer)
                    }
                    if box.bytes.startIndex == lastTrack { writer.append(contentsOf: added) }
                default:
                    if keepsDescription || NeededBoxes.inMovie.contains(box.type) {
                        writer.append(contentsOf: box.sized)
                    }
                }
            }
            // Behind what is no box, such as the zeros that end a list, no reader finds a box.
            guard replacesDescription else { return writer.append(contentsOf: boxes.rest) }
            guard keepsDescription else { return }
            let descriptions = Self.descriptions(of: describer ?? reader)
            if let metadataChange {
                metadataChange.write(descriptions, isQuickTime: fileType == .mov, to: &writer)
            } else {
                for box in descriptions { writer.append(contentsOf: box.sized) }
            }
        }
        guard writer.bytes.count <= Int(UInt32.max) else {
            throw FacecapError(
                .outputFailed, "The movie has too many samples for one file: split it first.")
        }
        return writer.bytes
    }

    /// When what the movie shows was recorded, in seconds since 1904; `nil` to keep what the source says.
    private var creationTime: UInt64? {
        describer.map(Self.creationTime)
    }

    private var replacesDescription: Bool {
        describer != nil || metadataChange != nil || !keepsDescription
    }

    /// The source's boxes in `moov`.
    private var content: ArraySlice<UInt8> { Self.content(of: reader) }

    private static func content(of reader: MovieReader) -> ArraySlice<UInt8> {
        BoxReader(reader.moov).firstBox(.moov)?.content ?? []
    }

    /// What a movie says of itself as a whole.
    static func descriptions(of reader: MovieReader) -> [BoxReader.Box] {
        var boxes = BoxReader(content(of: reader))
        return boxes.readBoxes().filter { [.meta, .udta].contains($0.type) }
    }

    /// When a movie says that it was recorded, in seconds since 1904; 0 where it does not.
    static func creationTime(of reader: MovieReader) -> UInt64 {
        let header = BoxReader(content(of: reader)).firstBox(.mvhd)
        return header.flatMap { try? MovieHeaderBox(parsing: $0) }?.times.creationTime ?? 0
    }

    private func copy(
        _ track: EditedTrack, shift: UInt64, isLong: Bool, trackIDs: Set<UInt32>
    ) -> TrackCopy {
        var rebuilt: RebuiltTrack?
        var layout: MediaLayout?
        if case .rebuilt(let track) = track { rebuilt = track }
        if case .kept(_, let own) = track { layout = own }
        return TrackCopy(
            rebuilt: rebuilt, layout: layout, trackIDs: trackIDs, shift: shift, isLong: isLong,
            holdsImages: track.source?.kind == .video,
            keepsDescription: keepsDescription, creationTime: creationTime,
            language: languages[track.id])
    }

    private func addedTracks(shift: UInt64) -> [UInt8] {
        var writer = BoxWriter()
        for case .added(let header, let samples) in tracks {
            header.writeBox(
                samples: samples, movieTimescale: reader.timescale, fileType: fileType,
                offsetShift: shift, to: &writer)
        }
        return writer.bytes
    }

    private func copyHeader(_ box: BoxReader.Box, to writer: inout BoxWriter) {
        guard var header = try? MovieHeaderBox(parsing: box) else {
            if keepsDescription { writer.append(contentsOf: box.sized) }
            return
        }
        if let creationTime { header.times.creationTime = creationTime }
        if !keepsDescription { header.times.forgetDates() }
        header.times.duration = durationTicks ?? header.times.duration ?? 0
        let next = (tracks.map(\.id).max() ?? 0).addingReportingOverflow(1)
        // All ones: look for a number that is free (8.2.2).
        header.setNextTrackID(next.overflow ? .max : next.partialValue)
        header.write(to: &writer)
    }

    /// How long the longest track is shown.
    var duration: MediaTime? {
        durationTicks.map {
            MediaTime(value: Int64(clamping: $0), timescale: reader.timescale)
        }
    }

    /// `nil` where a track does not say how long it is.
    private var durationTicks: UInt64? {
        var longest: UInt64 = 0
        for track in tracks {
            let duration: UInt64? =
                switch track {
                case .kept(let track, _): shownDuration(of: track)
                case .rebuilt(let rebuilt): rebuilt.duration
                case .added(let header, _):
                    header.edits.reduce(0) { $0 &+ UInt64(clamping: $1.segmentDuration) }
                }
            guard let duration else { return nil }
            longest = max(longest, duration)
        }
        return longest
    }

    /// The duration in a track's `tkhd`.
    private func shownDuration(of track: MovieTrack) -> UInt64? {
        BoxReader(reader.moov[track.box]).firstBox(.trak, .tkhd)
            .flatMap { try? TrackHeaderBox(parsing: $0) }?.times.duration
    }
}
