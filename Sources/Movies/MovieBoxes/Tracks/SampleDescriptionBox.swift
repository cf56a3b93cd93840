// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.5.2, Sample Description (`stsd`).
package struct SampleDescriptionBox: BoxCodable {
    /// What every kind of track's samples has in its description (8.5.2.2).
    package struct Entry: Sendable, Equatable {
        /// The whole box.
        package let bytes: ArraySlice<UInt8>
        /// The name of the coding.
        package let codec: FourCharacterCode
        /// The index of the data reference of its samples, from 1.
        package let dataReferenceIndex: Int
        fileprivate let content: ArraySlice<UInt8>

        /// Where the samples are images, what they were compressed with: 12.1.3, 32 bytes.
        fileprivate static let compressorName = 50..<82

        fileprivate init(_ box: BoxReader.Box) {
            bytes = box.sized
            codec = box.type
            content = box.content
            var reader = BoxReader(box.content)
            // Behind 6 reserved bytes.
            dataReferenceIndex = Int(reader.skip(6).flatMap { reader.read(UInt16.self) } ?? 1)
        }

        /// Where the samples are images, their stored size: 12.1.3, VisualSampleEntry.
        package var imageSize: (width: Int, height: Int)? {
            var reader = BoxReader(content)
            guard reader.skip(24) != nil, let width: UInt16 = reader.read(),
                let height: UInt16 = reader.read()
            else { return nil }
            return (Int(width), Int(height))
        }

        /// Where the samples are images, the width of a pixel in its heights: 12.1.4, Pixel Aspect Ratio (`pasp`).
        package var pixelAspectRatio: Double? {
            // Behind the fields of VisualSampleEntry.
            var reader = BoxReader(BoxReader(content.dropFirst(78)).firstBox("pasp")?.content ?? [])
            guard let width: UInt32 = reader.read(), let height: UInt32 = reader.read(), width > 0,
                height > 0
            else { return nil }
            return Double(width) / Double(height)
        }
    }

    package private(set) var entries: [Entry] = []
    private var versionAndFlags: UInt32 = 0
    private var tail: ArraySlice<UInt8> = []

    private static let limit = 1024

    /// - Parameter entries: whole sample entries, one after the other.
    package init(entries bytes: [UInt8]) {
        var reader = BoxReader(bytes)
        while let box = reader.readBox() { entries.append(Entry(box)) }
        tail = reader.rest
    }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        versionAndFlags = try fields.next()
        let count: UInt32 = try fields.next()
        guard count <= Self.limit else {
            throw BoxDamage(.stsd, "has \(count) entries, more than \(Self.limit)")
        }
        for _ in 0..<count {
            guard let entry = try fields.nextChild() else {
                throw BoxDamage(.stsd, "has fewer entries than it says")
            }
            entries.append(Entry(entry))
        }
        tail = fields.rest
    }

    /// Leaves out the names of the programs or cameras that compressed images.
    package mutating func removeCompressorNames() {
        entries = entries.map { entry in
            var bytes = Array(entry.bytes)
            guard bytes.count >= Entry.compressorName.upperBound else { return entry }
            for index in Entry.compressorName { bytes[index] = 0 }
            var reader = BoxReader(bytes)
            return reader.readBox().map(Entry.init) ?? entry
        }
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.stsd) { writer in
            writer.append(versionAndFlags)
            writer.append(UInt32(truncatingIfNeeded: entries.count))
            for entry in entries { writer.append(contentsOf: entry.bytes) }
            writer.append(contentsOf: tail)
        }
    }
}
