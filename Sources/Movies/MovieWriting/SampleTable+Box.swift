// SPDX-License-Identifier: Apache-2.0
package import MovieBoxes

extension SampleTable {
    /// Writes the whole `stbl` box (ISO/IEC 14496-12 8.5.1), which has the sample entries too, one after the other;
    /// the offsets of all chunks are moved.
    package func writeBox(
        sampleEntries: [UInt8], offsetShift: UInt64, to writer: inout BoxWriter
    ) {
        writer.box("stbl") { writer in
            SampleDescriptionBox(entries: sampleEntries).write(to: &writer)
            EntryTableBox(.stts, entries: EntryTable(decodeRuns)).write(to: &writer)
            if hasCompositionOffsets {
                EntryTableBox(.ctts, version: 1, entries: EntryTable(compositionRuns))
                    .write(to: &writer)
                compositionToDecode?.write(to: &writer)
            }
            if syncSampleCount < count {
                EntryTableBox(.stss, entries: EntryTable(syncSampleNumbers)).write(to: &writer)
            }
            EntryTableBox(.stsc, entries: chunkTable).write(to: &writer)
            SampleSizeBox(sizes: EntryTable(sizes)).write(to: &writer)
            chunkOffsetBox(offsetShift).write(to: &writer)
        }
    }

    private var chunkTable: EntryTable {
        let runs = chunkRuns
        return EntryTable(count: runs.count, stride: 12) { writer in
            var firstChunk: UInt32 = 1
            for run in runs {
                writer.append(firstChunk)
                writer.append(run.sampleCount)
                writer.append(run.description)
                firstChunk &+= run.count
            }
        }
    }

    private func chunkOffsetBox(_ offsetShift: UInt64) -> EntryTableBox {
        let isLong = greatestChunkOffset &+ offsetShift > UInt64(UInt32.max)
        return EntryTableBox(
            isLong ? .co64 : .stco,
            entries: EntryTable(count: chunkOffsets.count, stride: isLong ? 8 : 4) { writer in
                chunkOffsets.forEach { writer.append($0 &+ offsetShift, isLong: isLong) }
            })
    }
}

extension EntryTable {
    /// Numbers of 4 bytes.
    fileprivate init(_ numbers: BlockArray<UInt32>) {
        self.init(count: numbers.count, stride: 4) { writer in
            numbers.forEach { writer.append($0) }
        }
    }

    /// Counts and values.
    fileprivate init(_ runs: BlockArray<SampleRun>) {
        self.init(count: runs.count, stride: 8) { writer in
            runs.forEach { run in
                writer.append(run.count)
                writer.append(run.value)
            }
        }
    }
}
