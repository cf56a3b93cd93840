// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// Walks the chunks of a track (ISO/IEC 14496-12 8.7.4, 8.7.5), one sample at a time.
struct ChunkCursor {
    private let runs: EntryTable
    private let offsets: EntryTableBox
    /// The chunk whose samples come, and the run it is in, both counted from 0.
    private var chunk = -1
    private var run = -1
    private var left: UInt32 = 0
    private var offset: Int64 = 0

    init(runs: EntryTable, offsets: EntryTableBox) {
        self.runs = runs
        self.offsets = offsets
    }

    /// Where the next sample of so many bytes lies, and its description, counted from 1.
    mutating func next(byteCount: Int) throws(BoxDamage) -> (offset: Int64, description: UInt32) {
        while left == 0 { try openChunk() }
        left -= 1
        let start = offset
        let (end, overflow) = start.addingReportingOverflow(Int64(byteCount))
        guard !overflow else { throw BoxDamage(.co64, "points beyond what 64 bits hold") }
        offset = end
        return (start, runs.uint32(run, at: 8))
    }

    /// Whether chunks are left that should hold samples.
    var hasMoreChunks: Bool {
        guard chunk + 1 < offsets.entries.count, runs.count > 0 else { return false }
        return runs.uint32(max(0, run), at: 4) > 0
    }

    private mutating func openChunk() throws(BoxDamage) {
        let name = offsets.type
        chunk += 1
        guard chunk < offsets.entries.count else {
            throw BoxDamage(name, "has fewer chunks than the samples need")
        }
        // The run that begins with this chunk; chunks are counted from 1 there.
        if run + 1 < runs.count {
            let first = Int(runs.uint32(run + 1))
            if first == chunk + 1 {
                run += 1
            } else if first <= chunk {
                throw BoxDamage(.stsc, "does not name its chunks in ascending order")
            }
        }
        guard run >= 0 else { throw BoxDamage(.stsc, "does not begin with the first chunk") }
        left = runs.uint32(run, at: 4)
        guard let start = Int64(exactly: offsets.entries.integer(chunk)) else {
            throw BoxDamage(name, "points beyond what 63 bits hold")
        }
        offset = start
    }
}
