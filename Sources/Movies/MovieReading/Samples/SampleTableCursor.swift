// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// Walks the sample tables of a track in lockstep, without memory of its own.
struct SampleTableCursor {
    private let sizes: SampleSizeBox
    private var index = 0
    private var durations: RunLengthCursor
    private var compositionOffsets: RunLengthCursor?
    private var chunks: ChunkCursor
    private var syncSamples: SyncSampleCursor?
    private(set) var clock = SampleClock()

    init(_ table: SampleTable) {
        sizes = table.sizes
        durations = RunLengthCursor(table.durations)
        compositionOffsets = table.compositionOffsets.map(RunLengthCursor.init)
        chunks = ChunkCursor(runs: table.chunkRuns, offsets: table.chunkOffsets)
        syncSamples = table.syncSamples.map(SyncSampleCursor.init)
    }

    /// The next sample, its place and its description not checked; `nil` after the last one.
    mutating func next() throws(BoxDamage) -> MovieSample? {
        guard index < sizes.count else {
            try checkEnds()
            return nil
        }
        let size = sizes[index]
        let place = try chunks.next(byteCount: size)
        guard let duration = durations.next() else {
            throw BoxDamage(.stts, "has times for \(index) samples of \(sizes.count)")
        }
        var compositionOffset: Int32 = 0
        if compositionOffsets != nil {
            guard let offset = compositionOffsets?.next() else {
                throw BoxDamage(.ctts, "has offsets for \(index) samples of \(sizes.count)")
            }
            // Signed in version 1; in version 0 nothing else makes sense either, and it is found.
            compositionOffset = Int32(bitPattern: offset)
        }
        index += 1
        let isSync = try syncSamples?.contains(index) ?? true
        let decodeTime = try clock.advance(
            by: duration, compositionOffset: compositionOffset, .stts)
        return MovieSample(
            offset: place.offset, byteCount: size, decodeTime: decodeTime,
            compositionOffset: Int64(compositionOffset), duration: Int64(duration), isSync: isSync,
            descriptionIndex: Int(place.description) - 1)
    }

    private mutating func checkEnds() throws(BoxDamage) {
        guard durations.isAtEnd else {
            throw BoxDamage(.stts, "has times for more than the \(sizes.count) samples")
        }
        guard compositionOffsets?.isAtEnd ?? true else {
            throw BoxDamage(.ctts, "has offsets for more than the \(sizes.count) samples")
        }
        guard !chunks.hasMoreChunks else {
            throw BoxDamage(
                .stsz, "has sizes of \(sizes.count) samples, fewer than the chunks hold")
        }
    }
}
