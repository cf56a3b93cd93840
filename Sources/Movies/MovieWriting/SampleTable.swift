// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

/// Where the samples of a track lie and when they are shown: the content of a finished movie's
/// sample table (ISO/IEC 14496-12 8.5.1), at most 64 bytes of memory a sample.
package struct SampleTable: Sendable {
    private(set) var sizes = BlockArray<UInt32>()
    private(set) var decodeRuns = BlockArray<SampleRun>()
    private(set) var compositionRuns = BlockArray<SampleRun>()
    private(set) var chunkOffsets = BlockArray<UInt64>()
    /// Chunks need not lie in the file in their order.
    private(set) var greatestChunkOffset: UInt64 = 0
    /// Numbers from 1 of the samples where decoding can begin, where not all are.
    private(set) var syncSampleNumbers = BlockArray<UInt32>()
    private var closedChunkRuns = BlockArray<SampleRun>()
    private var chunkDescriptions = BlockArray<SampleRun>()
    private var openDescription: UInt32 = 1
    private var openChunkCount: UInt32 = 0
    private var openChunkEnd: UInt64 = 0
    /// Samples where decoding can begin.
    private(set) var syncSampleCount = 0
    private var minimumOffset: Int32 = .max
    private var greatestOffset: Int32 = .min
    /// The earliest moment shown, in ticks of the media.
    package private(set) var presentationStart: Int64 = .max
    /// The end of what is shown last, in ticks of the media.
    package var presentationEnd: Int64 { max(0, shown.time ?? 0) }
    private var shown = PresentationEnd<Int64>()
    /// All samples together, in ticks of the media.
    package private(set) var duration: UInt64 = 0

    /// A table without samples.
    package init() {}

    /// How many samples there are.
    package var count: Int { sizes.count }

    /// Adds the next sample in decoding order.
    ///
    /// - Parameters:
    ///   - offset: where it lies in the file; a sample that follows the one before joins its chunk.
    ///   - size: its bytes.
    ///   - decodeDelta: ticks of the media until the next sample's decode time.
    ///   - compositionOffset: ticks from its decode time to its presentation, which may be negative.
    ///   - isSync: whether decoding can begin here.
    ///   - description: which sample entry describes it, from 1.
    package mutating func append(
        offset: UInt64, size: UInt32, decodeDelta: UInt32, compositionOffset: Int32, isSync: Bool,
        description: UInt32 = 1
    ) {
        if openChunkCount > 0, offset == openChunkEnd, openChunkCount < .max,
            description == openDescription
        {
            openChunkCount += 1
        } else {
            if openChunkCount > 0 { closedChunkRuns.extend(with: openChunkCount) }
            chunkOffsets.append(offset)
            greatestChunkOffset = max(greatestChunkOffset, offset)
            chunkDescriptions.extend(with: description)
            openDescription = description
            openChunkCount = 1
        }
        openChunkEnd = offset &+ UInt64(size)
        sizes.append(size)
        decodeRuns.extend(with: decodeDelta)
        compositionRuns.extend(with: UInt32(bitPattern: compositionOffset))
        minimumOffset = min(minimumOffset, compositionOffset)
        greatestOffset = max(greatestOffset, compositionOffset)
        let presentation = Int64(clamping: duration) &+ Int64(compositionOffset)
        presentationStart = min(presentationStart, presentation)
        shown.add(from: presentation, until: presentation &+ Int64(decodeDelta))
        duration &+= UInt64(decodeDelta)
        if isSync { appendSyncSample() } else { listSyncSamples() }
    }

    /// While all samples are sync samples they are only counted.
    private mutating func appendSyncSample() {
        syncSampleCount += 1
        if syncSampleCount < count { syncSampleNumbers.append(UInt32(truncatingIfNeeded: count)) }
    }

    private mutating func listSyncSamples() {
        guard syncSampleCount == count - 1 else { return }
        for number in 0..<syncSampleCount {
            syncSampleNumbers.append(UInt32(truncatingIfNeeded: number + 1))
        }
    }

    /// Whether any sample is not shown when it is decoded.
    var hasCompositionOffsets: Bool { minimumOffset != 0 || greatestOffset != 0 }

    /// How many chunks hold how many samples of which sample entry.
    var chunkRuns: [(count: UInt32, sampleCount: UInt32, description: UInt32)] {
        var sizes = closedChunkRuns
        if openChunkCount > 0 { sizes.extend(with: openChunkCount) }
        var descriptions: [SampleRun] = []
        chunkDescriptions.forEach { descriptions.append($0) }
        var runs: [(count: UInt32, sampleCount: UInt32, description: UInt32)] = []
        var next = 0
        sizes.forEach { size in
            var rest = size.count
            while rest > 0, next < descriptions.count {
                let count = min(rest, descriptions[next].count)
                runs.append((count, size.value, descriptions[next].value))
                rest -= count
                descriptions[next].count -= count
                if descriptions[next].count == 0 { next += 1 }
            }
        }
        return runs
    }

    /// What negative composition offsets amount to; `nil` where there are none, or where a number does
    /// not fit.
    var compositionToDecode: CompositionToDecodeBox? {
        guard (-Int32.max..<0).contains(minimumOffset),
            let start = Int32(exactly: presentationStart),
            let end = Int32(exactly: presentationEnd)
        else { return nil }
        return CompositionToDecodeBox(
            shift: -minimumOffset, minimumOffset: minimumOffset, greatestOffset: greatestOffset,
            start: start, end: end)
    }

    /// How long the samples are shown from a moment of the media on, on another scale.
    func duration(fromMediaTime start: Int64, scale: Int32, to other: Int32) -> UInt64 {
        let time = MediaTime(value: max(0, presentationEnd - start), timescale: scale)
        return UInt64(max(0, time.ticks(perSecond: other) ?? 0))
    }

    /// Bytes that its boxes need, at most.
    var writtenByteCount: Int {
        1000 + 4 * (sizes.count + syncSampleNumbers.count) + 12 * closedChunkRuns.count
            + 8 * (decodeRuns.count + compositionRuns.count + chunkOffsets.count)
    }

    /// Bytes of memory that it holds.
    var allocatedByteCount: Int {
        sizes.allocatedByteCount + decodeRuns.allocatedByteCount
            + compositionRuns.allocatedByteCount + chunkOffsets.allocatedByteCount
            + syncSampleNumbers.allocatedByteCount + closedChunkRuns.allocatedByteCount
            + chunkDescriptions.allocatedByteCount
    }
}
