internal import MovieBoxes

/// ISO/IEC 14496-12 8.6.2, Sync Sample (`stss`).
struct SyncSampleBox: Equatable {
    /// Numbers of samples, from 1, where decoding can begin.
    var sampleNumbers: BlockArray<UInt32>

    func write(to writer: inout BoxWriter) {
        writer.box("stss", version: 0) { writer in
            writer.append(UInt32(truncatingIfNeeded: sampleNumbers.count))
            sampleNumbers.forEach { writer.append($0) }
        }
    }
}
