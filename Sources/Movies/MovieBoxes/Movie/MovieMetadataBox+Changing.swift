// SPDX-License-Identifier: Apache-2.0
extension MovieMetadataBox {
    /// The box with items in the place of those under some keys, and with everything else as it is; `nil` where it has
    /// no keys of this namespace, or would have more keys or items than are read.
    package static func changing(
        _ box: BoxReader.Box, replacing keys: Set<String>, with items: [MovieMetadataItem]
    ) throws(BoxDamage) -> [UInt8]? {
        let (head, lists) = try parts(of: box)
        guard let lists else { return nil }
        let oldNames = try names(lists.keys)
        let names = oldNames + items.map(\.key).filter { !oldNames.contains($0) }
        var writer = BoxWriter()
        writer.box(.meta) { writer in
            writer.append(contentsOf: head)
            writer.appendBoxes(in: box.content.dropFirst(head.count)) { child, writer in
                switch child.type {
                case .keys:
                    writer.box(.keys) { writer in
                        writer.append(contentsOf: child.content.prefix(4))
                        writer.append(UInt32(truncatingIfNeeded: names.count))
                        writer.append(contentsOf: child.content.dropFirst(8))
                        for name in names.dropFirst(oldNames.count) {
                            writer.box(.mdta) { $0.append(name ?? "") }
                        }
                    }
                case .ilst:
                    writer.box(.ilst) { writer in
                        writer.appendBoxes(in: child.content) { item, writer in
                            if let name = name(of: item, names), keys.contains(name) { return }
                            writer.append(contentsOf: item.sized)
                        }
                        for item in items {
                            write(
                                item, number: 1 + (names.firstIndex(of: item.key) ?? 0), to: &writer
                            )
                        }
                    }
                default: writer.append(contentsOf: child.sized)
                }
            }
        }
        var reader = BoxReader(writer.bytes)
        guard let changed = reader.readBox(), (try? MovieMetadataBox(parsing: changed)) != nil
        else { return nil }
        return writer.bytes
    }
}
