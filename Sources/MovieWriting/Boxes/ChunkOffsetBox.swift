internal import MovieBoxes

/// ISO/IEC 14496-12 8.7.5, Chunk Offset (`stco`, or `co64` where 32 bits are not enough).
struct ChunkOffsetBox: Equatable {
    /// Where each chunk begins in the file.
    var offsets: BlockArray<UInt64>
    /// What is added to each offset.
    var shift: UInt64 = 0

    func write(to writer: inout BoxWriter) {
        let isLong = (offsets.last ?? 0) &+ shift > UInt64(UInt32.max)
        writer.box(isLong ? "co64" : "stco", version: 0) { writer in
            writer.append(UInt32(truncatingIfNeeded: offsets.count))
            offsets.forEach { writer.append($0 &+ shift, isLong: isLong) }
        }
    }
}
