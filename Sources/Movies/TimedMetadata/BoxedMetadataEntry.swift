// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// The sample entry `mebx` of a boxed metadata track: which local ids stand for which keys.
/// ISO/IEC 14496-12 12.9.4.
package struct BoxedMetadataEntry: Sendable, Hashable {
    /// The keys by their local id.
    package let names: [UInt32: String]
    /// The local ids of the keys whose values are texts in UTF-8.
    package let textIDs: Set<UInt32>
    /// The well-known types of the values of keys, by the local ids; other types are left out.
    package let dataTypes: [UInt32: UInt32]

    /// The most keys that are read of an entry.
    private static var maximumKeys: Int { 1024 }
    /// Bytes of a name that is read: each value of each sample is told with its name.
    private static var maximumNameBytes: Int { 4096 }

    /// Reads a whole `mebx` box; `nil` when it is none. Keys that make no sense are left out.
    package init?(reading box: [UInt8]) {
        var outer = BoxReader(box)
        guard let entry = outer.readBox(), entry.type == "mebx" else { return nil }
        var reader = BoxReader(entry.content)
        guard reader.skip(8) != nil else { return nil }
        var names: [UInt32: String] = [:]
        var dataTypes: [UInt32: UInt32] = [:]
        var count = 0
        while let child = reader.readBox() {
            guard child.type == "keys" else { continue }
            var keys = BoxReader(child.content)
            // A key lies there like a box whose name is its local id.
            while count < Self.maximumKeys, let key = keys.readBox() {
                count += 1
                names[key.type.rawValue] = Self.name(in: key.content)
                dataTypes[key.type.rawValue] = Self.dataType(in: key.content)
            }
        }
        self.names = names
        self.dataTypes = dataTypes
        textIDs = Set(dataTypes.filter { $0.value == 1 }.keys)
    }

    private static func name(in key: ArraySlice<UInt8>) -> String? {
        guard let content = BoxReader(key).firstBox("keyd")?.content,
            content.count <= maximumNameBytes
        else { return nil }
        let text = String(decoding: content.dropFirst(4), as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// A well-known type has the namespace 0; 1 is UTF-8.
    private static func dataType(in key: ArraySlice<UInt8>) -> UInt32? {
        var reader = BoxReader(BoxReader(key).firstBox("dtyp")?.content ?? [])
        guard reader.read(UInt32.self) == 0 else { return nil }
        return reader.read()
    }

    /// The bytes of a whole `mebx` box with these keys; `records` lists the fields of a key whose
    /// values are records.
    ///
    /// - Parameter unusedByteCount: room for keys to come, 0 or at least 8.
    static func bytes(
        keys: [MetadataKey], records: (parent: UInt32, fields: [UInt32])? = nil,
        unusedByteCount: Int = 0
    ) -> [UInt8] {
        var writer = BoxWriter()
        writer.box("mebx") { writer in
            writer.appendZeros(6)
            writer.append(UInt16(1))
            writer.box("keys") { writer in
                for key in keys { key.write(to: &writer) }
                if unusedByteCount > 0 {
                    BoxedMetadataKeys.writeUnused(byteCount: unusedByteCount, to: &writer)
                }
            }
            guard let records else { return }
            writer.box("lidp") { $0.append(records.parent) }
            writer.box("lidl") { writer in
                writer.sized { writer in
                    // As iPhones write it: the id with its bytes in the other order.
                    writer.append(records.parent.byteSwapped)
                    for field in records.fields { writer.append(field) }
                }
            }
        }
        return writer.bytes
    }
}
