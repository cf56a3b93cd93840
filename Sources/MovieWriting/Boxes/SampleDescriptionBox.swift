internal import MovieBoxes

/// ISO/IEC 14496-12 8.5.2, Sample Description (`stsd`).
struct SampleDescriptionBox: Equatable {
    /// Whole sample entries, one after the other.
    var entries: [UInt8]

    func write(to writer: inout BoxWriter) {
        var reader = BoxReader(entries)
        var count: UInt32 = 0
        while reader.readBox() != nil { count += 1 }
        writer.box("stsd", version: 0) { writer in
            writer.append(count)
            writer.append(contentsOf: entries)
        }
    }
}
