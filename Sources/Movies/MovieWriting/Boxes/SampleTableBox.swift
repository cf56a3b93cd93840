// SPDX-License-Identifier: Apache-2.0
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
            EntryTableBox(.stts, entries: EntryTable(samples.decodeRuns)).write(to: &writer)
            if samples.hasCompositionOffsets {
                EntryTableBox(.ctts, version: 1, entries: EntryTable(samples.compositionRuns))
                    .write(to: &writer)
                samples.compositionToDecode?.write(to: &writer)
            }
            if samples.syncSampleCount < samples.count {
                EntryTableBox(.stss, entries: EntryTable(samples.syncSampleNumbers)).write(
                    to: &writer)
            }
            EntryTableBox(.stsc, entries: chunks).write(to: &writer)
            SampleSizeBox(sizes: EntryTable(samples.sizes)).write(to: &writer)
            chunkOffsets.write(to: &writer)
        }
    }

    private var chunks: EntryTable {
        let runs = samples.chunkRuns
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

    private var chunkOffsets: EntryTableBox {
        let offsets = samples.chunkOffsets
        let isLong = (offsets.last ?? 0) &+ offsetShift > UInt64(UInt32.max)
        return EntryTableBox(
            isLong ? .co64 : .stco,
            entries: EntryTable(count: offsets.count, stride: isLong ? 8 : 4) { writer in
                offsets.forEach { writer.append($0 &+ offsetShift, isLong: isLong) }
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
