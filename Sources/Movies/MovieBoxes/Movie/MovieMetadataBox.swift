// SPDX-License-Identifier: Apache-2.0
/// The `meta` box of a movie with keys of the namespace `mdta` (QuickTime File Format, "Metadata"; ISO/IEC
/// 14496-12 8.11.1): keys and values about the whole movie.
package struct MovieMetadataBox: BoxCodable {
    package private(set) var items: [MovieMetadataItem] = []
    /// Whether it has a version, as in ISO files; QuickTime's form has none.
    private let isFullBox: Bool

    private static let limit = 4096
    /// Bytes of a key that is read: each of its values is told with it.
    private static let keyLimit = 4096

    package init(items: [MovieMetadataItem], isQuickTime: Bool) {
        self.items = items
        isFullBox = !isQuickTime
    }

    /// Items of other namespaces, and what else is in the box, are passed over.
    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        let (head, lists) = try Self.parts(of: box)
        isFullBox = !head.isEmpty
        guard let lists else { return }
        let names = try Self.names(lists.keys)
        var fields = BoxFields(lists.ilst)
        while let item = try fields.nextChild() {
            guard let key = Self.name(of: item, names),
                let data = try BoxChildren(of: item, [.data])[.data]
            else { continue }
            guard items.count < Self.limit else {
                throw BoxDamage(.ilst, "has more than \(Self.limit) items")
            }
            var value = BoxFields(data)
            let dataType: UInt32 = try value.next()
            try value.skip(4)
            items.append(MovieMetadataItem(key: key, dataType: dataType, value: Array(value.rest)))
        }
    }

    /// The version, where there is one, and the lists of keys and values, where they are of this namespace.
    static func parts(
        of box: BoxReader.Box
    ) throws(BoxDamage) -> (
        head: ArraySlice<UInt8>, lists: (keys: BoxReader.Box, ilst: BoxReader.Box)?
    ) {
        var reader = BoxReader(box.content)
        let isFullBox = reader.skip(4) != nil && reader.readCode() != .hdlr
        let head = box.content.prefix(isFullBox ? 4 : 0)
        let content = box.content.dropFirst(head.count)
        // What is in a box of another handler is for that one to read.
        guard let hdlr = BoxReader(content).firstBox(.hdlr),
            (try? HandlerBox(parsing: hdlr))?.handlerType == .mdta
        else { return (head, nil) }
        let children = try BoxChildren(of: .meta, content: content, [.keys, .ilst])
        guard let keys = children[.keys], let ilst = children[.ilst] else { return (head, nil) }
        return (head, (keys, ilst))
    }

    /// The key of an item, whose name is the key's index, from 1.
    static func name(of item: BoxReader.Box, _ names: [String?]) -> String? {
        guard let index = Int(exactly: item.type.rawValue), names.indices.contains(index - 1)
        else { return nil }
        return names[index - 1]
    }

    /// The keys in their order; `nil` those of other namespaces, and those that are too long.
    static func names(_ keys: BoxReader.Box) throws(BoxDamage) -> [String?] {
        var fields = BoxFields(keys)
        try fields.skip(8)
        var names: [String?] = []
        while let key = try fields.nextChild() {
            guard names.count < Self.limit else {
                throw BoxDamage(.keys, "has more than \(Self.limit) keys")
            }
            let isKey = key.type == .mdta && key.content.count <= keyLimit
            names.append(isKey ? String(decoding: key.content, as: UTF8.self) : nil)
        }
        return names
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.meta) { writer in
            if isFullBox { writer.appendZeros(4) }
            HandlerBox.metadata.write(to: &writer)
            writer.box(.keys, version: 0) { writer in
                writer.append(UInt32(truncatingIfNeeded: items.count))
                for item in items { writer.box(.mdta) { $0.append(item.key) } }
            }
            writer.box(.ilst) { writer in
                for (index, item) in items.enumerated() {
                    Self.write(item, number: index + 1, to: &writer)
                }
            }
        }
    }

    /// Writes an item whose key has an index, from 1.
    static func write(_ item: MovieMetadataItem, number: Int, to writer: inout BoxWriter) {
        writer.box(FourCharacterCode(UInt32(truncatingIfNeeded: number))) { writer in
            writer.box(.data) { writer in
                writer.append(item.dataType)
                writer.appendZeros(4)  // any language
                writer.append(contentsOf: item.value)
            }
        }
    }
}
