// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import MovieBoxes

/// The keys of a client's own timed metadata, which come while a movie is written, and their samples.
///
/// The sample entry keeps its size: it has room for keys to come, in one that no sample uses. A key has the same
/// local id in every movie, so that what was joined can be read by those who know but one table of keys.
package struct ClientMetadataKeys: Sendable {
    /// How many of the items behind it go on from the sample before (unsigned, 32 bits).
    package static let continuedKey = "org.facecap.continued"

    private struct Name: Hashable {
        let key: String
        let dataType: UInt32
    }

    private static let byteCount = 4096
    private var ids: [Name: UInt32] = [:]
    private var declared: [MetadataKey] = []
    private var declaredByteCount = 0

    /// A table without a client's keys.
    package init() {
        _ = add(Name(key: Self.continuedKey, dataType: 77))
    }

    /// The whole `mebx` box of the track, as long as any other one.
    package var sampleEntry: [UInt8] {
        BoxedMetadataEntry.bytes(
            keys: declared, unusedByteCount: Self.byteCount - declaredByteCount)
    }

    /// Takes up the keys of items; throws `.invalidArgument` where there is no room for them.
    package mutating func declare(_ items: [TimedMetadataGroup.Item]) throws(FacecapError) {
        for item in items {
            let name = Name(key: item.key, dataType: item.value.dataType)
            guard ids[name] == nil, !add(name) else { continue }
            throw FacecapError(
                .invalidArgument,
                "The recording has no room for the metadata key \(item.key) beside"
                    + " \(declared.count - 1) others: use one of those.")
        }
    }

    private mutating func add(_ name: Name) -> Bool {
        var id = Self.hash(name)
        while id == 0 || id == .max || ids.values.contains(id) { id &+= 1 }
        let key = MetadataKey.sample(name.key, .wellKnown(name.dataType), id: id)
        var writer = BoxWriter()
        key.write(to: &writer)
        let total = declaredByteCount + writer.bytes.count
        guard total <= Self.byteCount - 8 else { return false }
        declaredByteCount = total
        declared.append(key)
        ids[name] = id
        return true
    }

    /// FNV-1a with 32 bits.
    private static func hash(_ name: Name) -> UInt32 {
        "\(name.dataType) \(name.key)".utf8.reduce(2_166_136_261) {
            ($0 ^ UInt32($1)) &* 16_777_619
        }
    }

    /// A sample with items whose keys are declared, the first of which go on from the sample before.
    package func encode(_ items: [TimedMetadataGroup.Item], continuedCount: Int) -> [UInt8] {
        var writer = BoxWriter()
        if continuedCount > 0 {
            let count = TimedMetadataGroup.Value.uint32(UInt32(clamping: continuedCount))
            write(.init(key: Self.continuedKey, value: count), to: &writer)
        }
        for item in items { write(item, to: &writer) }
        return writer.bytes.isEmpty ? FaceSampleEncoder.gap : writer.bytes
    }

    private func write(_ item: TimedMetadataGroup.Item, to writer: inout BoxWriter) {
        guard let id = ids[Name(key: item.key, dataType: item.value.dataType)] else { return }
        writer.sized { writer in
            writer.append(id)
            item.value.write(to: &writer)
        }
    }

    /// Whether a key of samples is one of facecap's own.
    package static func isOwn(_ key: String) -> Bool { key.hasPrefix("org.facecap.") }

    /// What is in a sample of a track with this sample entry, in its order, and how many of the items go on
    /// from the sample before; keys of facecap and values of unknown types are left out.
    package static func decode(
        _ sample: [UInt8], entry: BoxedMetadataEntry
    ) -> (items: [TimedMetadataGroup.Item], continuedCount: Int) {
        var reader = BoxReader(sample)
        var items: [TimedMetadataGroup.Item] = []
        var continuedCount = 0
        while let item = reader.readBox(), !item.isCutShort {
            let id = item.type.rawValue
            guard let key = entry.names[id], let dataType = entry.dataTypes[id] else { continue }
            let value = TimedMetadataGroup.Value(dataType: dataType, bytes: item.content)
            if key == continuedKey {
                if case .uint32(let count) = value { continuedCount = Int(count) }
            } else if !isOwn(key) {
                items.append(.init(key: key, value: value))
            }
        }
        return (items, min(continuedCount, items.count))
    }
}
