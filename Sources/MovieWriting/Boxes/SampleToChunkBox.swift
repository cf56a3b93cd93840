internal import MovieBoxes

/// ISO/IEC 14496-12 8.7.4, Sample to Chunk (`stsc`).
struct SampleToChunkBox: Equatable {
    /// How many chunks hold how many samples.
    var runs: BlockArray<SampleRun>

    func write(to writer: inout BoxWriter) {
        writer.box("stsc", version: 0) { writer in
            writer.append(UInt32(truncatingIfNeeded: runs.count))
            var firstChunk: UInt32 = 1
            runs.forEach { run in
                writer.append(firstChunk)
                writer.append(run.value)
                writer.append(UInt32(1))  // sample entry
                firstChunk &+= run.count
            }
        }
    }
}
