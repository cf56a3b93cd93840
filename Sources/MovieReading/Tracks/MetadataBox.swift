internal import MovieBoxes

/// The `meta` box of a movie with keys of the namespace `mdta` (QuickTime File Format, "Metadata";
/// ISO/IEC 14496-12 8.11.1).
struct MetadataBox {
    private(set) var items: [MovieMetadataItem] = []

    private static let limit = 4096

    init(_ box: BoxReader.Box) throws(BoxDamage) {
        let children = try BoxChildren(
            of: .meta, content: Self.content(box), [.hdlr, .keys, .ilst])
        guard let hdlr = children[.hdlr], try HandlerBox(hdlr).handler == .mdta,
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

    /// The boxes within: ISO's form is a full box, QuickTime's has no version before them.
    private static func content(_ box: BoxReader.Box) -> ArraySlice<UInt8> {
        var reader = BoxReader(box.content)
        guard reader.skip(4) != nil, reader.readCode() != .hdlr else { return box.content }
        return box.content.dropFirst(4)
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
}
