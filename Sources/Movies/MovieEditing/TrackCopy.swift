// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting

/// Copies the `trak` box of a track box by box, and changes what has to change.
struct TrackCopy {
    /// What the copy has of the source.
    let track: EditedTrack
    /// The tracks there are; references to others are dropped.
    let trackIDs: Set<UInt32>
    /// What is added to the place of each chunk.
    let shift: UInt64
    /// Whether places need 64 bits.
    let isLong: Bool
    let description: DescriptionChange

    func write(_ trak: BoxReader.Box, to writer: inout BoxWriter) {
        let rebuilt = track.rebuilt
        let edits = rebuilt?.edits
        copyBoxes(of: trak, to: &writer) { box, writer in
            switch box.type {
            case "tkhd":
                description.copyHeader(box, \TrackHeaderBox.times, to: &writer) { header in
                    if let rebuilt { header.times.duration = rebuilt.duration }
                }
                if let edits, !edits.isEmpty { writer.append(edits) }
            case "edts" where rebuilt != nil: break
            case "tref": copyReferences(box, to: &writer)
            case "mdia": copyMedia(box, to: &writer)
            default: description.copy(box, where: NeededBoxes.inTrack, to: &writer)
            }
        }
    }

    /// Boxes of which readers take the first in their container.
    private static let single: Set<FourCharacterCode> = ["tkhd", "mdia", "minf", "stbl"]

    /// Copies a container. A track has its new tables and edits once, however many boxes for them the source's has.
    private func copyBoxes(
        of container: BoxReader.Box, to writer: inout BoxWriter,
        _ copy: (BoxReader.Box, inout BoxWriter) -> Void
    ) {
        var known: Set<FourCharacterCode> = []
        writer.appendContainer(container) { box, writer in
            let isRepeated = Self.single.contains(box.type) && !known.insert(box.type).inserted
            if !isRepeated || track.rebuilt == nil { copy(box, &writer) }
        }
    }

    private func copyHandler(_ box: BoxReader.Box, to writer: inout BoxWriter) {
        guard !description.isKept, var handler = try? HandlerBox(parsing: box) else {
            return writer.append(contentsOf: box.sized)
        }
        handler.removeName()
        handler.write(to: &writer)
    }

    private func copyReferences(_ box: BoxReader.Box, to writer: inout BoxWriter) {
        guard var tref = try? TrackReferenceBox(parsing: box) else { return }
        tref.references = tref.references.compactMap { $0.limited(to: trackIDs) }
        if !tref.references.isEmpty { tref.write(to: &writer) }
    }

    private func copyMedia(_ mdia: BoxReader.Box, to writer: inout BoxWriter) {
        copyBoxes(of: mdia, to: &writer) { box, writer in
            switch box.type {
            case "mdhd":
                description.copyHeader(box, \MediaHeaderBox.times, to: &writer) { header in
                    if let rebuilt = track.rebuilt {
                        header.times.duration = rebuilt.samples.duration
                    }
                    if let language = description.languages[track.id] {
                        header.languageCode = language
                    }
                }
            case "minf":
                copyBoxes(of: box, to: &writer) { box, writer in
                    switch box.type {
                    case "stbl": copyTables(box, to: &writer)
                    case "hdlr": copyHandler(box, to: &writer)
                    default:
                        description.copy(box, where: NeededBoxes.inMediaInformation, to: &writer)
                    }
                }
            case "hdlr": copyHandler(box, to: &writer)
            default: description.copy(box, where: NeededBoxes.inMedia, to: &writer)
            }
        }
    }

    private func copyTables(_ stbl: BoxReader.Box, to writer: inout BoxWriter) {
        if let rebuilt = track.rebuilt {
            var entries = rebuilt.track.sampleEntries.flatMap {
                BoxedMetadataKeys.removingUnused(from: $0)
            }
            if hidesCompressors {
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
            default: description.copy(box, where: NeededBoxes.inSampleTable, to: &writer)
            }
        }
    }

    /// Whether the names of what compressed its images are left out.
    private var hidesCompressors: Bool { !description.isKept && track.source?.kind == .video }

    private func copyDescriptions(_ box: BoxReader.Box, to writer: inout BoxWriter) {
        guard hidesCompressors, var descriptions = try? SampleDescriptionBox(parsing: box) else {
            return writer.append(contentsOf: box.sized)
        }
        descriptions.removeCompressorNames()
        descriptions.write(to: &writer)
    }

    private func copyOffsets(_ box: BoxReader.Box, to writer: inout BoxWriter) {
        guard case .kept(_, let layout) = track, let offsets = try? EntryTableBox(parsing: box)
        else { return }
        let isLong = isLong || offsets.type == .co64
        let count = offsets.entries.count
        let moved = EntryTable(count: count, stride: isLong ? 8 : 4) { writer in
            for chunk in 0..<count {
                let target = layout.target(of: Int64(clamping: offsets.entries.integer(chunk)))
                writer.append(target &+ shift, isLong: isLong)
            }
        }
        EntryTableBox(isLong ? .co64 : .stco, entries: moved).write(to: &writer)
    }
}
