internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.8, Track Run (`trun`): samples whose bytes lie one behind the other.
struct TrackRunBox {
    /// Where the first sample's bytes begin.
    let start: Int64
    /// Where the bytes behind the last one's begin.
    let end: Int64
    /// How many samples there are; no memory may be taken on this word.
    let count: Int
    /// How long all of them last.
    let duration: Int64

    private let entries: EntryTable
    private let fields: Fields
    private let firstFlags: UInt32?
    private let defaults: SampleDefaults

    /// Where in an entry each field lies; `nil` those that are not there.
    private struct Fields {
        var duration: Int?
        var byteCount: Int?
        var flags: Int?
        var compositionOffset: Int?
        var stride = 0

        init(_ boxFlags: UInt32) {
            duration = place(0x100, boxFlags)
            byteCount = place(0x200, boxFlags)
            flags = place(0x400, boxFlags)
            compositionOffset = place(0x800, boxFlags)
        }

        private mutating func place(_ flag: UInt32, _ boxFlags: UInt32) -> Int? {
            guard boxFlags & flag != 0 else { return nil }
            defer { stride += 4 }
            return stride
        }
    }

    /// Reads a run whose offset counts from `base`, and which follows the bytes before `previousEnd`
    /// when it has none.
    init(_ box: BoxReader.Box, base: Int64, previousEnd: Int64, defaults: SampleDefaults)
        throws(BoxDamage)
    {
        var reader = BoxFields(box)
        let flags = try reader.nextVersionAndFlags().flags
        let sampleCount: UInt32 = try reader.next()
        var start = previousEnd
        if flags & 1 != 0 {
            let offset = Int64(try reader.next(Int32.self))
            let (sum, overflow) = base.addingReportingOverflow(offset)
            guard !overflow else { throw Self.outOfRange }
            start = sum
        }
        guard start >= 0 else { throw Self.outOfRange }
        firstFlags = flags & 4 != 0 ? try reader.next() : nil
        fields = Fields(flags)
        entries = try reader.nextTable(count: Int(sampleCount), stride: fields.stride)
        count = Int(sampleCount)
        self.start = start
        self.defaults = defaults
        let byteCount = try Self.sum(entries, fields.byteCount, or: defaults.byteCount)
        let (end, overflow) = start.addingReportingOverflow(byteCount)
        guard !overflow else { throw Self.outOfRange }
        self.end = end
        duration = try Self.sum(entries, fields.duration, or: defaults.duration)
    }

    /// Bytes of a sample, counted from 0, which exists.
    func byteCount(_ index: Int) -> Int {
        Int(fields.byteCount.map { entries.uint32(index, at: $0) } ?? defaults.byteCount)
    }

    /// A sample, counted from 0, which exists; `clock` says when it is decoded.
    func sample(_ index: Int, at offset: Int64, clock: inout SampleClock) throws(BoxDamage)
        -> LocatedSample
    {
        let duration = fields.duration.map { entries.uint32(index, at: $0) } ?? defaults.duration
        // Signed in version 1; in version 0 nothing else makes sense either, and it is found.
        let compositionOffset =
            fields.compositionOffset.map { Int32(bitPattern: entries.uint32(index, at: $0)) } ?? 0
        var flags = fields.flags.map { entries.uint32(index, at: $0) } ?? defaults.flags
        if index == 0, let firstFlags { flags = firstFlags }
        let decodeTime = try clock.advance(
            by: duration, compositionOffset: compositionOffset, .trun)
        return LocatedSample(
            offset: offset, byteCount: byteCount(index), decodeTime: decodeTime,
            compositionOffset: Int64(compositionOffset), duration: Int64(duration),
            // 8.8.3.1, sample_is_non_sync_sample.
            isSync: flags & 0x1_0000 == 0, description: defaults.description)
    }

    private static func sum(_ entries: EntryTable, _ field: Int?, or constant: UInt32)
        throws(BoxDamage) -> Int64
    {
        guard let field else {
            let (product, overflow) = Int64(constant)
                .multipliedReportingOverflow(by: Int64(entries.count))
            guard !overflow else { throw outOfRange }
            return product
        }
        // At most 2^30 entries of 32 bits are in memory.
        var sum: Int64 = 0
        for entry in 0..<entries.count { sum += Int64(entries.uint32(entry, at: field)) }
        return sum
    }

    private static var outOfRange: BoxDamage {
        BoxDamage(.trun, "points before the file or beyond what 64 bits hold")
    }
}
