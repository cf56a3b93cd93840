// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieBoxes
import Testing

@testable import MovieWriting

@Suite struct SampleTableTests {
    /// The words in a box of a table behind its version and flags; `nil` where there is no such box.
    private func words(
        _ type: FourCharacterCode, of table: SampleTable, shift: UInt64 = 0
    ) -> [UInt32]? {
        var writer = BoxWriter()
        table.writeBox(sampleEntries: [], offsetShift: shift, to: &writer)
        guard let box = BoxReader(writer.bytes).firstBox("stbl", type) else { return nil }
        var reader = BoxReader(box.content.dropFirst(4))
        var words: [UInt32] = []
        while let word = reader.read(UInt32.self) { words.append(word) }
        return words
    }

    @Test func runsChunksAndSyncSamplesAreFound() {
        var table = SampleTable()
        table.append(offset: 100, size: 10, decodeDelta: 5, compositionOffset: 0, isSync: true)
        table.append(offset: 110, size: 20, decodeDelta: 5, compositionOffset: 10, isSync: true)
        table.append(offset: 200, size: 30, decodeDelta: 6, compositionOffset: -5, isSync: false)
        table.append(offset: 300, size: 40, decodeDelta: 6, compositionOffset: -5, isSync: true)
        #expect(words("stts", of: table) == [2, 2, 5, 2, 6])
        #expect(words("ctts", of: table) == [3, 1, 0, 1, 10, 2, UInt32(bitPattern: -5)])
        #expect(words("cslg", of: table) == [5, UInt32(bitPattern: -5), 10, 0, 20])
        #expect(words("stss", of: table) == [3, 1, 2, 4])
        #expect(words("stsc", of: table) == [2, 1, 2, 1, 2, 1, 1])
        #expect(words("stsz", of: table) == [0, 4, 10, 20, 30, 40])
        #expect(words("stco", of: table) == [3, 100, 200, 300])
        #expect(words("co64", of: table, shift: 1 << 32) == [3, 1, 100, 1, 200, 1, 300])
        #expect(words("stco", of: table, shift: 1 << 32) == nil)
        #expect(
            table.compositionToDecode
                == CompositionToDecodeBox(
                    shift: 5, minimumOffset: -5, greatestOffset: 10, start: 0, end: 20))
        #expect(table.duration == 22 && table.count == 4)
    }

    @Test func chunksNeedNotLieInTheFileInTheirOrder() {
        var table = SampleTable()
        for offset in [5 << 32, 100] as [UInt64] {
            table.append(
                offset: offset, size: 10, decodeDelta: 5, compositionOffset: 0, isSync: true)
        }
        #expect(words("co64", of: table) == [2, 5, 0, 0, 100])
    }

    /// Frames that are shown as I B B P, a gap of 600 ticks, and once more.
    @Test func aGapBehindReorderedFramesIsCountedOnce() {
        var table = SampleTable()
        for (offset, decodeDelta) in [(10, 10), (30, 10), (0, 10), (0, 600)] as [(Int32, UInt32)] {
            table.append(
                offset: 0, size: 1, decodeDelta: decodeDelta, compositionOffset: offset,
                isSync: true)
        }
        // Decoded at 0, 10, 20, 30; shown at 10, 40, 20, 30.
        #expect(table.presentationEnd == 50)
        for offset in [10, 30, 0, 0] as [Int32] {
            table.append(
                offset: 0, size: 1, decodeDelta: 10, compositionOffset: offset, isSync: true)
        }
        #expect(table.duration == 670 && table.presentationEnd == 680)
    }

    @Test func samplesThatAreAllSyncSamplesNeedNoList() {
        var table = SampleTable()
        for number in 0..<3000 {
            table.append(
                offset: UInt64(number), size: 1, decodeDelta: 1, compositionOffset: 0, isSync: true)
        }
        #expect(table.syncSampleNumbers.isEmpty && table.syncSampleCount == 3000)
        #expect(!table.hasCompositionOffsets && table.compositionToDecode == nil)
        #expect(table.chunkOffsets.count == 1)
    }

    @Test func memoryStaysBelow64BytesASampleAtWorst() {
        var table = SampleTable()
        let count = 100_000
        for number in 0..<count {
            // Nothing repeats, every sample has a chunk of its own, and nearly all are sync samples.
            table.append(
                offset: UInt64(number) * 1000, size: UInt32(number), decodeDelta: UInt32(number),
                compositionOffset: Int32(number), isSync: number > 0)
        }
        #expect(table.allocatedByteCount < 64 * count)
        #expect(table.allocatedByteCount > 24 * count)
    }

    @Test func listsInBlocksHoldWhatWasAppended() {
        var list = BlockArray<Int>()
        #expect(list.isEmpty && list.last == nil)
        for number in 0..<5000 { list.append(number) }
        list.changeLast { $0 = -1 }
        var seen: [Int] = []
        list.forEach { seen.append($0) }
        #expect(list.count == 5000 && seen == Array(0..<4999) + [-1])
    }

    @Test func timesBecomeTicksOfAnotherScale() {
        func ticks(_ value: Int64, _ scale: Int32, _ other: Int32) -> Int64? {
            MediaTime(value: value, timescale: scale).ticks(perSecond: other)
        }
        #expect(ticks(.max >> 2, 7, 7) == .max >> 2)
        #expect(ticks(1, 3, 30_000) == 10_000)
        #expect(ticks(1, 2, 1) == 1 && ticks(-1, 2, 1) == -1 && ticks(1, 3, 1) == 0)
        #expect(ticks(1_700_000_000_000_000_000, 1_000_000_000, 90_000) == 153_000_000_000_000)
        #expect(ticks(.max, 1, 90_000) == nil && ticks(.min, 1, 1) == nil)
        #expect(ticks(.min, .max, 1) == -4_294_967_298)
    }

    @Test(
        arguments: [
            ("a.mp4", .mp4), ("/x.mov/b.M4V", .mp4), ("c.m4a", .m4a), ("d.MOV", .mov),
            ("e.qt", .mov),
            ("f.mkv", nil), ("mp4", nil), (".mp4", nil), ("a.mp4/b", nil), ("", nil),
        ] as [(String, MovieFileType?)])
    func theNameTellsTheKindOfFile(path: String, type: MovieFileType?) {
        #expect(MovieFileType(path: path) == type)
    }
}
