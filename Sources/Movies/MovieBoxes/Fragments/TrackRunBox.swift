// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.8.8, Track Fragment Run (`trun`): samples whose bytes lie one behind the other.
package struct TrackRunBox: BoxCodable {
    /// What a run says of a sample.
    package struct Sample: Sendable, Equatable {
        package var duration: UInt32
        package var size: UInt32
        package var isSync: Bool
        /// Presentation after decoding, in ticks of the media.
        package var compositionOffset: Int32

        package init(
            duration: UInt32, size: UInt32, isSync: Bool = true, compositionOffset: Int32 = 0
        ) {
            self.duration = duration
            self.size = size
            self.isSync = isSync
            self.compositionOffset = compositionOffset
        }
    }

    /// From where offsets count to the first sample; `nil` where it follows the run before.
    package var dataOffset: Int32? {
        didSet { if dataOffset != nil { flags |= 1 } else { flags &= ~1 } }
    }
    private var version: UInt8 = 1
    private var flags: UInt32
    private var firstSampleFlags: UInt32?
    private let entries: EntryTable
    private let fields: Fields
    private var tail: ArraySlice<UInt8> = []

    /// Where in an entry each field lies; `nil` those that are not there.
    private struct Fields: Sendable, Equatable {
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

    /// Depends on no other sample (8.8.3.1).
    package static let syncSampleFlags: UInt32 = 0x0200_0000
    /// Depends on others.
    package static let otherSampleFlags: UInt32 = 0x0101_0000

    /// A run with signed composition offsets, whose samples are sync samples unless they say otherwise.
    package init(dataOffset: Int32, samples: [Sample]) {
        let hasFlags = samples.contains { !$0.isSync }
        let hasOffsets = samples.contains { $0.compositionOffset != 0 }
        self.dataOffset = dataOffset
        flags = 0x301 | (hasFlags ? 0x400 : 0) | (hasOffsets ? 0x800 : 0)
        fields = Fields(flags)
        entries = EntryTable(count: samples.count, stride: fields.stride) { writer in
            for sample in samples {
                writer.append(sample.duration)
                writer.append(sample.size)
                if hasFlags {
                    writer.append(sample.isSync ? Self.syncSampleFlags : Self.otherSampleFlags)
                }
                if hasOffsets { writer.append(sample.compositionOffset) }
            }
        }
    }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var reader = BoxFields(box)
        (version, flags) = try reader.nextVersionAndFlags()
        let count: UInt32 = try reader.next()
        dataOffset = flags & 1 != 0 ? try reader.next() : nil
        firstSampleFlags = flags & 4 != 0 ? try reader.next() : nil
        fields = Fields(flags)
        entries = try reader.nextTable(count: Int(count), stride: fields.stride)
        tail = reader.rest
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.trun, version: version, flags: flags) { writer in
            writer.append(UInt32(truncatingIfNeeded: entries.count))
            if let dataOffset { writer.append(dataOffset) }
            if let firstSampleFlags { writer.append(firstSampleFlags) }
            writer.append(contentsOf: entries.bytes)
            writer.append(contentsOf: tail)
        }
    }

    // MARK: Its samples

    /// How many samples there are; no memory may be taken on this word.
    package var count: Int { entries.count }

    /// How long a sample lasts, which exists; `nil` where the run does not say it.
    package func duration(_ index: Int) -> UInt32? { value(index, at: fields.duration) }

    /// Bytes of a sample, which exists; `nil` where the run does not say it.
    package func byteCount(_ index: Int) -> UInt32? { value(index, at: fields.byteCount) }

    /// The flags of a sample, which exists; `nil` where the run does not say it.
    package func sampleFlags(_ index: Int) -> UInt32? {
        if index == 0, let firstSampleFlags { return firstSampleFlags }
        return value(index, at: fields.flags)
    }

    /// How long after decoding a sample is shown, which exists.
    package func compositionOffset(_ index: Int) -> Int32 {
        // Signed in version 1; in version 0 nothing else makes sense either, and it is found.
        Int32(bitPattern: value(index, at: fields.compositionOffset) ?? 0)
    }

    /// Whether the run says how long each sample lasts.
    package var hasDurations: Bool { fields.duration != nil }

    /// Whether the run says how many bytes each sample has.
    package var hasByteCounts: Bool { fields.byteCount != nil }

    private func value(_ index: Int, at offset: Int?) -> UInt32? {
        offset.map { entries.uint32(index, at: $0) }
    }
}
