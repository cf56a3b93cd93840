internal import MovieBoxes

/// ISO/IEC 14496-12 8.5.1, Sample Table (`stbl`), with all that it holds.
struct SampleTableBox {
    /// Whole sample entries, one after the other.
    var sampleEntries: [UInt8]
    var samples: SampleTable
    /// What is added to the offset of each chunk.
    var offsetShift: UInt64

    func write(to writer: inout BoxWriter) {
        writer.box("stbl") { writer in
            SampleDescriptionBox(entries: sampleEntries).write(to: &writer)
            TimeToSampleBox(runs: samples.decodeRuns).write(to: &writer)
            if samples.hasCompositionOffsets {
                CompositionOffsetBox(runs: samples.compositionRuns).write(to: &writer)
                samples.compositionToDecode?.write(to: &writer)
            }
            if samples.syncSampleCount < samples.count {
                SyncSampleBox(sampleNumbers: samples.syncSampleNumbers).write(to: &writer)
            }
            SampleToChunkBox(runs: samples.chunkRuns).write(to: &writer)
            SampleSizeBox(sizes: samples.sizes).write(to: &writer)
            ChunkOffsetBox(offsets: samples.chunkOffsets, shift: offsetShift).write(to: &writer)
        }
    }
}
