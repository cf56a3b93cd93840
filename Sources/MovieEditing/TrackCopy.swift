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
    /// Whether what the track says of itself is kept.
    let keepsDescription: Bool

    func write(_ trak: ContainedBox, to writer: inout BoxWriter) {
        let edits = rebuilt?.edits
        writer.appendContainer(trak) { box, writer in
            switch box.type {
            case "tkhd":
                copyHeader(box, duration: rebuilt?.duration, to: &writer)
                if let edits, !edits.isEmpty { writer.append(edits) }
            case "edts" where rebuilt != nil: break
            case "meta" where !keepsDescription, "udta" where !keepsDescription: break
            case "tref": copyReferences(box, to: &writer)
            case "mdia": copyMedia(box, to: &writer)
            default: writer.append(contentsOf: box.bytes)
            }
        }
    }

    private func copyHeader(
        _ box: ContainedBox, duration: UInt64?, to writer: inout BoxWriter
    ) {
        if let duration, let header = HeaderBox(box) {
            header.write(duration: duration, to: &writer)
        } else {
            writer.append(contentsOf: box.bytes)
        }
    }

    private func copyReferences(_ tref: ContainedBox, to writer: inout BoxWriter) {
        var copy = BoxWriter()
        copy.appendChildren(of: tref.content) { reference, writer in
            var reader = BoxReader(reference.content)
            var known: [UInt32] = []
            while let id = reader.read(UInt32.self) {
                if trackIDs.contains(id) { known.append(id) }
            }
            guard !known.isEmpty else { return }
            writer.box(reference.type) { writer in
                for id in known { writer.append(id) }
            }
        }
        if !copy.bytes.isEmpty { writer.box("tref") { $0.append(contentsOf: copy.bytes) } }
    }

    private func copyMedia(_ mdia: ContainedBox, to writer: inout BoxWriter) {
        writer.appendContainer(mdia) { box, writer in
            switch box.type {
            case "mdhd": copyHeader(box, duration: rebuilt?.samples.duration, to: &writer)
            case "minf":
                writer.appendContainer(box) { box, writer in
                    if box.type == "stbl" {
                        copyTables(box, to: &writer)
                    } else {
                        writer.append(contentsOf: box.bytes)
                    }
                }
            default: writer.append(contentsOf: box.bytes)
            }
        }
    }

    private func copyTables(_ stbl: ContainedBox, to writer: inout BoxWriter) {
        if let rebuilt {
            rebuilt.samples.writeBox(
                sampleEntries: rebuilt.track.sampleEntries.flatMap(\.self), offsetShift: shift,
                to: &writer)
            return
        }
        writer.appendContainer(stbl) { box, writer in
            switch box.type {
            case "stco": copyOffsets(box, UInt32.self, to: &writer)
            case "co64": copyOffsets(box, UInt64.self, to: &writer)
            default: writer.append(contentsOf: box.bytes)
            }
        }
    }

    private func copyOffsets<Offset: FixedWidthInteger>(
        _ box: ContainedBox, _: Offset.Type, to writer: inout BoxWriter
    ) {
        var reader = BoxReader(box.content)
        let count = reader.skip(4).flatMap { reader.read(UInt32.self) } ?? 0
        let isLong = isLong || box.type == "co64"
        writer.box(isLong ? "co64" : "stco", version: 0) { writer in
            writer.append(count)
            for _ in 0..<count {
                guard let offset = reader.read(Offset.self) else { return }
                let target = layout?.target(of: Int64(clamping: offset)) ?? 0
                writer.append(target &+ shift, isLong: isLong)
            }
        }
    }
}
