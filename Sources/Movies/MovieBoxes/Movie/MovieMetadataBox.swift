// SPDX-License-Identifier: Apache-2.0
/// The `meta` box of a movie with keys of the namespace `mdta` (QuickTime File Format, "Metadata"; ISO/IEC
/// 14496-12 8.11.1): keys and values about the whole movie.
package struct MovieMetadataBox: BoxCodable {
    package private(set) var items: [MovieMetadataItem] = []
    /// Whether it has a version, as in ISO files; QuickTime's form has none.
    private let isFullBox: Bool

    private static let limit = 4096

    package init(items: [MovieMetadataItem], isQuickTime: Bool) {
        self.items = items
        isFullBox = !isQuickTime
    }

    /// Items of other namespaces, and what else is in the box, are passed over.
    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var reader = BoxReader(box.content)
        isFullBox = reader.skip(4) != nil && reader.readCode() != .hdlr
        let children = try BoxChildren(
            of: .meta, content: isFullBox ? box.content.dropFirst(4) : box.content,
            [.hdlr, .keys, .ilst])
        guard let hdlr = children[.hdlr], try HandlerBox(parsing: hdlr).handlerType == .mdta,
            let keys = children[.keys], let ilst = children[.ilst]
        else { return }
        let names = try Self.names(keys)
        var fields = BoxFields(ilst)
        while let item = try fields.nextChild() {
            // The name of an item is the index of its key, from 1.
            guard let index = Int(exactly: item.type.rawValue), names.indices.contains(index - 1),
                let key = names[index - 1], let data = try BoxChildren(of: item, [.data])[.data]
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

    /// The keys in their order; `nil` those of other namespaces.
    private static func names(_ keys: BoxReader.Box) throws(BoxDamage) -> [String?] {
        var fields = BoxFields(keys)
        try fields.skip(8)
        var names: [String?] = []
        while let key = try fields.nextChild() {
            guard names.count < Self.limit else {
                throw BoxDamage(.keys, "has more than \(Self.limit) keys")
            }
            names.append(
                key.type == .mdta ? String(decoding: key.content, as: UTF8.self) : nil)
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
                    let number = FourCharacterCode(UInt32(truncatingIfNeeded: index + 1))
                    writer.box(number) { Self.write(item, to: &$0) }
                }
            }
        }
    }

    private static func write(_ item: MovieMetadataItem, to writer: inout BoxWriter) {
        writer.box(.data) { writer in
            writer.append(item.dataType)
            writer.appendZeros(4)  // any language
            writer.append(contentsOf: item.value)
        }
    }
}
