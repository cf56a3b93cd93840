// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting

/// The description of a movie that is written again: its source's `moov`, box by box, with other tracks.
struct EditedMovie: Sendable {
    let reader: MovieReader
    var tracks: [EditedTrack]
    var description = DescriptionChange()

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
        let (ticks, next) = (durationTicks, nextTrackID)
        let lastTrack = reader.tracks.last?.box.lowerBound
        var writer = BoxWriter()
        writer.box("moov") { writer in
            var boxes = BoxReader(Self.content(of: reader))
            while let box = boxes.readBox() {
                switch box.type {
                case "mvhd":
                    description.copyHeader(box, \MovieHeaderBox.times, to: &writer) { header in
                        header.times.duration = ticks ?? header.times.duration ?? 0
                        header.setNextTrackID(next)
                    }
                case "mvex": break
                case "meta" where description.replacesMetadata,
                    "udta" where description.replacesMetadata:
                    break
                case "trak":
                    if let track = sources[box.bytes.startIndex] {
                        TrackCopy(
                            track: track, trackIDs: trackIDs, shift: shift, isLong: isLong,
                            description: description
                        ).write(box, to: &writer)
                    }
                    if box.bytes.startIndex == lastTrack {
                        writeAddedTracks(shift: shift, to: &writer)
                    }
                default: description.copy(box, where: NeededBoxes.inMovie, to: &writer)
                }
            }
            // Behind what is no box, such as the zeros that end a list, no reader finds a box.
            guard description.replacesMetadata else {
                return writer.append(contentsOf: boxes.rest)
            }
            guard description.isKept else { return }
            let descriptions = Self.descriptions(of: description.describer ?? reader)
            if let metadata = description.metadata {
                metadata.write(descriptions, isQuickTime: fileType == .mov, to: &writer)
            } else {
                for box in descriptions { writer.append(contentsOf: box.sized) }
            }
        }
        guard writer.bytes.count <= Int(UInt32.max) else {
            throw FacecapError(
                .outputFailed, "\(reader.name) has too many samples for one file; split it first.")
        }
        return writer.bytes
    }

    /// A movie's boxes in `moov`.
    private static func content(of reader: MovieReader) -> ArraySlice<UInt8> {
        BoxReader(reader.moov).firstBox(.moov)?.content ?? []
    }

    /// What a movie says of itself as a whole.
    static func descriptions(of reader: MovieReader) -> [BoxReader.Box] {
        var boxes = BoxReader(content(of: reader))
        return boxes.readBoxes().filter { [.meta, .udta].contains($0.type) }
    }

    private func writeAddedTracks(shift: UInt64, to writer: inout BoxWriter) {
        for case .added(let header, let samples) in tracks {
            header.writeBox(
                samples: samples, movieTimescale: reader.timescale, fileType: fileType,
                offsetShift: shift, to: &writer)
        }
    }

    /// The number of a track to come; all ones: look for a number that is free (8.2.2).
    private var nextTrackID: UInt32 {
        let next = (tracks.map(\.id).max() ?? 0).addingReportingOverflow(1)
        return next.overflow ? .max : next.partialValue
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
                case .added(let header, let samples):
                    header.duration(of: samples, movieTimescale: reader.timescale)
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
