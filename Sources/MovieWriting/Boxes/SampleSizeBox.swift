internal import MovieBoxes

/// ISO/IEC 14496-12 8.7.3.2, Sample Size (`stsz`).
struct SampleSizeBox: Equatable {
    var sizes: BlockArray<UInt32>

    func write(to writer: inout BoxWriter) {
        writer.box("stsz", version: 0) { writer in
            writer.append(UInt32(0))  // each has its own
            writer.append(UInt32(truncatingIfNeeded: sizes.count))
            sizes.forEach { writer.append($0) }
        }
    }
}
