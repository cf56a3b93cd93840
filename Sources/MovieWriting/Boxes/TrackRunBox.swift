internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.8, Track Fragment Run (`trun`), version 1: signed composition offsets.
struct TrackRunBox: Equatable {
    struct Sample: Equatable {
        var duration: UInt32
        var size: UInt32
        var isSync = true
        /// Presentation after decoding, in ticks of the media.
        var compositionOffset: Int32 = 0
    }

    /// From the first byte of the `moof` to that of the first sample.
    var dataOffset: Int32
    var samples: [Sample]

    /// Depends on no other sample (8.8.3.1).
    static let syncSampleFlags: UInt32 = 0x0200_0000
    /// Depends on others.
    static let otherSampleFlags: UInt32 = 0x0101_0000

    func write(to writer: inout BoxWriter) {
        let hasFlags = samples.contains { !$0.isSync }
        let hasOffsets = samples.contains { $0.compositionOffset != 0 }
        let flags: UInt32 = 0x301 | (hasFlags ? 0x400 : 0) | (hasOffsets ? 0x800 : 0)
        writer.box("trun", version: 1, flags: flags) { writer in
            writer.append(UInt32(truncatingIfNeeded: samples.count))
            writer.append(dataOffset)
            for sample in samples {
                writer.append(sample.duration)
                writer.append(sample.size)
                if hasFlags {
                    writer.append(sample.isSync ? Self.syncSampleFlags : Self.otherSampleFlags)
                }
                if hasOffsets { writer.append(sample.compositionOffset) }
            }
        }
    }
}
