// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting

/// Copies the `trak` box of a track box by box, and changes what has to change.
struct TrackCopy {
    /// What stands in place of the source's tables; `nil` to keep them.
    let rebuilt: RebuiltTrack?
    /// Where the source's chunks come to lie.
    let layout: MediaLayout?
    /// The tracks there are; references to others are dropped.
    let trackIDs: Set<UInt32>
    /// What is added to the place of each chunk.
    let shift: UInt64
    /// Whether places need 64 bits.
    let isLong: Bool
    /// Whether its samples are images.
    let holdsImages: Bool
    /// Whether what the track says of itself is kept.
    let keepsDescription: Bool
    /// When it was recorded, in seconds since 1904, in place of what the source says; `nil` to keep that.
    let creationTime: UInt64?
    /// The language that stands in place of the source's; `nil` to keep that.
    let language: String?

    func write(_ trak: BoxReader.Box, to writer: inout BoxWriter) {
        let edits = rebuilt?.edits
        writer.appendContainer(trak) { box, writer in
            switch box.type {
            case "tkhd":
                copyHeader(box, TrackHeaderBox.self, \.times, rebuilt?.duration, to: &writer)
                if let edits, !edits.isEmpty { writer.append(edits) }
            case "edts" where rebuilt != nil: break
            case "tref": copyReferences(box, to: &writer)
            case "mdia": copyMedia(box, to: &writer)
            default: copy(box, where: NeededBoxes.inTrack, to: &writer)
            }
        }
    }

    /// Copies a box as it is, unless it may be one that says something of the track.
    private func copy(
        _ box: BoxReader.Box, where needed: Set<FourCharacterCode>, to writer: inout BoxWriter
    ) {
        if keepsDescription || needed.contains(box.type) { writer.append(contentsOf: box.sized) }
    }

    private func copyHandler(_ box: BoxReader.Box, to writer: inout BoxWriter) {
        guard !keepsDescription, var handler = try? HandlerBox(parsing: box) else {
            return writer.append(contentsOf: box.sized)
        }
        handler.removeName()
        handler.write(to: &writer)
    }

    private func copyHeader<Header: BoxCodable>(
        _ box: BoxReader.Box, _: Header.Type, _ times: WritableKeyPath<Header, HeaderTimes>,
        _ duration: UInt64?, to writer: inout BoxWriter, change: (inout Header) -> Void = { _ in }
    ) {
        guard var header = try? Header(parsing: box) else {
            if keepsDescription { writer.append(contentsOf: box.sized) }
            return
        }
        if let creationTime { header[keyPath: times].creationTime = creationTime }
        if !keepsDescription { header[keyPath: times].forgetDates() }
        if let duration { header[keyPath: times].duration = duration }
        change(&header)
        header.write(to: &writer)
    }

    private func copyReferences(_ box: BoxReader.Box, to writer: inout BoxWriter) {
        guard var tref = try? TrackReferenceBox(parsing: box) else { return }
        tref.references = tref.references.compactMap { $0.limited(to: trackIDs) }
        if !tref.references.isEmpty { tref.write(to: &writer) }
    }

    private func copyMedia(_ mdia: BoxReader.Box, to writer: inout BoxWriter) {
        writer.appendContainer(mdia) { box, writer in
            switch box.type {
            case "mdhd":
                copyHeader(
                    box, MediaHeaderBox.self, \.times, rebuilt?.samples.duration, to: &writer
                ) { header in
                    if let language { header.languageCode = language }
                }
            case "minf":
                writer.appendContainer(box) { box, writer in
                    switch box.type {
                    case "stbl": copyTables(box, to: &writer)
                    case "hdlr": copyHandler(box, to: &writer)
                    default: copy(box, where: NeededBoxes.inMediaInformation, to: &writer)
                    }
                }
            case "hdlr": copyHandler(box, to: &writer)
            default: copy(box, where: NeededBoxes.inMedia, to: &writer)
            }
        }
    }

    private func copyTables(_ stbl: BoxReader.Box, to writer: inout BoxWriter) {
        if let rebuilt {
            var entries = rebuilt.track.sampleEntries.flatMap {
                BoxedMetadataKeys.removingUnused(from: $0)
            }
            if !keepsDescription, holdsImages {
                var descriptions = SampleDescriptionBox(entries: entries)
                descriptions.removeCompressorNames()
                entries = descriptions.entries.flatMap(\.bytes)
            }
            rebuilt.samples.writeBox(sampleEntries: entries, offsetShift: shift, to: &writer)
            return
        }
        writer.appendContainer(stbl) { box, writer in
            switch box.type {
            case "stco", "co64": copyOffsets(box, to: &writer)
            case "stsd": copyDescriptions(box, to: &writer)
            default: copy(box, where: NeededBoxes.inSampleTable, to: &writer)
            }
        }
    }

    private func copyDescriptions(_ box: BoxReader.Box, to writer: inout BoxWriter) {
        guard !keepsDescription, holdsImages,
            var descriptions = try? SampleDescriptionBox(parsing: box)
        else { return writer.append(contentsOf: box.sized) }
        descriptions.removeCompressorNames()
        descriptions.write(to: &writer)
    }

    private func copyOffsets(_ box: BoxReader.Box, to writer: inout BoxWriter) {
        guard let offsets = try? EntryTableBox(parsing: box) else { return }
        let isLong = isLong || offsets.type == .co64
        let count = offsets.entries.count
        let moved = EntryTable(count: count, stride: isLong ? 8 : 4) { writer in
            for chunk in 0..<count {
                let target =
                    layout?.target(of: Int64(clamping: offsets.entries.integer(chunk))) ?? 0
                writer.append(target &+ shift, isLong: isLong)
            }
        }
        EntryTableBox(isLong ? .co64 : .stco, entries: moved).write(to: &writer)
    }
}
