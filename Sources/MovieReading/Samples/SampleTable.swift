internal import MovieBoxes

/// ISO/IEC 14496-12 8.5.1, Sample Table (`stbl`): views of its tables, which stay where they lie.
struct SampleTable {
    /// `stts`: count and duration.
    let durations: EntryTable
    /// `ctts`: count and offset; `nil` when each sample is shown as it is decoded.
    let compositionOffsets: EntryTable?
    let sizes: SampleSizeBox
    /// `stsc`: first chunk, samples in each chunk, sample description.
    let chunkRuns: EntryTable
    /// `stco` or `co64`.
    let chunkOffsets: EntryTable
    /// `stss`: numbers of samples, from 1; `nil` when decoding can begin at each.
    let syncSamples: EntryTable?

    /// The boxes it is made of.
    static let boxes: Set<FourCharacterCode> = [
        .stsd, .stts, .ctts, .stsz, .stz2, .stsc, .stco, .co64, .stss,
    ]

    init(_ boxes: BoxChildren) throws(BoxDamage) {
        durations = try Self.table(boxes[.stts], stride: 8) ?? .empty
        compositionOffsets = try Self.table(boxes[.ctts], stride: 8)
        sizes = try (boxes[.stsz] ?? boxes[.stz2]).map(SampleSizeBox.init) ?? .empty
        chunkRuns = try Self.table(boxes[.stsc], stride: 12) ?? .empty
        let shortOffsets = try Self.table(boxes[.stco], stride: 4)
        let longOffsets = try Self.table(boxes[.co64], stride: 8)
        chunkOffsets = shortOffsets ?? longOffsets ?? .empty
        syncSamples = try Self.table(boxes[.stss], stride: 4)
    }

    /// How long all samples last that `stts` knows, as far as 64 bits hold it.
    var duration: Int64 {
        var sum: Int64 = 0
        for entry in 0..<durations.count {
            // Both factors have 32 bits.
            let run = UInt64(durations.uint32(entry)) * UInt64(durations.uint32(entry, at: 4))
            let (longer, overflow) = sum.addingReportingOverflow(Int64(clamping: run))
            if overflow { return .max }
            sum = longer
        }
        return sum
    }

    private static func table(_ box: BoxReader.Box?, stride: Int) throws(BoxDamage) -> EntryTable? {
        guard let box else { return nil }
        var fields = BoxFields(box)
        try fields.skip(4)
        return try fields.nextTable(count: Int(try fields.next(UInt32.self)), stride: stride)
    }
}
