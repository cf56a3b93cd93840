// SPDX-License-Identifier: Apache-2.0
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
    let chunkOffsets: EntryTableBox
    /// `stss`: numbers of samples, from 1; `nil` when decoding can begin at each.
    let syncSamples: EntryTable?

    /// The boxes it is made of.
    static let boxes: Set<FourCharacterCode> = [
        .stsd, .stts, .ctts, .stsz, .stz2, .stsc, .stco, .co64, .stss,
    ]

    init(_ boxes: BoxChildren) throws(BoxDamage) {
        durations = try boxes[.stts].map(EntryTableBox.init(parsing:))?.entries ?? .empty
        compositionOffsets = try boxes[.ctts].map(EntryTableBox.init(parsing:))?.entries
        sizes = try (boxes[.stsz] ?? boxes[.stz2]).map(SampleSizeBox.init(parsing:)) ?? .empty
        chunkRuns = try boxes[.stsc].map(EntryTableBox.init(parsing:))?.entries ?? .empty
        chunkOffsets =
            try (boxes[.stco] ?? boxes[.co64]).map(EntryTableBox.init(parsing:))
            ?? EntryTableBox(.stco, entries: .empty)
        syncSamples = try boxes[.stss].map(EntryTableBox.init(parsing:))?.entries
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
}
