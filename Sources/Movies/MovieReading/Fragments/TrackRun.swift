// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// A run of samples (`trun`) of a movie fragment, and where its bytes lie.
struct TrackRun {
    /// Where the first sample's bytes begin.
    let start: Int64
    /// Where the bytes behind the last one's begin.
    let end: Int64
    /// How long all of them last.
    let duration: Int64

    private let box: TrackRunBox
    private let defaults: SampleDefaults

    /// A run whose offset counts from `base`, and which follows the bytes before `previousEnd` when it has
    /// none.
    init(_ box: TrackRunBox, base: Int64, previousEnd: Int64, defaults: SampleDefaults)
        throws(BoxDamage)
    {
        self.box = box
        self.defaults = defaults
        var start = previousEnd
        if let offset = box.dataOffset {
            let (sum, overflow) = base.addingReportingOverflow(Int64(offset))
            guard !overflow else { throw Self.outOfRange }
            start = sum
        }
        guard start >= 0 else { throw Self.outOfRange }
        self.start = start
        let byteCount = try Self.sum(
            box.count, each: box.hasByteCounts ? nil : defaults.byteCount, box.byteCount)
        let (end, overflow) = start.addingReportingOverflow(byteCount)
        guard !overflow else { throw Self.outOfRange }
        self.end = end
        duration = try Self.sum(
            box.count, each: box.hasDurations ? nil : defaults.duration, box.duration)
    }

    /// How many samples there are; no memory may be taken on this word.
    var count: Int { box.count }

    /// A sample, counted from 0, which exists; `clock` says when it is decoded.
    func sample(_ index: Int, at offset: Int64, clock: inout SampleClock) throws(BoxDamage)
        -> MovieSample
    {
        let duration = box.duration(index) ?? defaults.duration
        let compositionOffset = box.compositionOffset(index)
        let decodeTime = try clock.advance(
            by: duration, compositionOffset: compositionOffset, .trun)
        return MovieSample(
            offset: offset, byteCount: Int(box.byteCount(index) ?? defaults.byteCount),
            decodeTime: decodeTime, compositionOffset: Int64(compositionOffset),
            duration: Int64(duration),
            // 8.8.3.1, sample_is_non_sync_sample.
            isSync: (box.sampleFlags(index) ?? defaults.flags) & 0x1_0000 == 0,
            descriptionIndex: Int(defaults.description) - 1)
    }

    /// The sum of a field that each sample has, or that is the same for all.
    private static func sum(
        _ count: Int, each constant: UInt32?, _ field: (Int) -> UInt32?
    ) throws(BoxDamage) -> Int64 {
        if let constant {
            let (product, overflow) = Int64(constant).multipliedReportingOverflow(by: Int64(count))
            guard !overflow else { throw outOfRange }
            return product
        }
        // At most 2^30 entries of 32 bits are in memory.
        var sum: Int64 = 0
        for index in 0..<count { sum += Int64(field(index) ?? 0) }
        return sum
    }

    private static var outOfRange: BoxDamage {
        BoxDamage(.trun, "points before the file or beyond what 64 bits hold")
    }
}
