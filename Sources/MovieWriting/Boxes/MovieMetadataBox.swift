internal import MovieBoxes

/// QuickTime File Format, "Metadata" (`meta` with `hdlr` of `mdta`, `keys` and `ilst`): keys and values
/// about the whole movie; in ISO files `meta` is a full box (ISO/IEC 14496-12 8.11.1).
struct MovieMetadataBox: Equatable {
    var items: [MovieMetadataItem]
    var fileType: MovieFileType

    func write(to writer: inout BoxWriter) {
        writer.box("meta") { writer in
            if fileType == .mp4 { writer.appendZeros(4) }
            HandlerBox.metadata.write(to: &writer)
            writer.box("keys", version: 0) { writer in
                writer.append(UInt32(truncatingIfNeeded: items.count))
                for item in items { writer.box("mdta") { $0.append(item.key) } }
            }
            writer.box("ilst") { writer in
                for (index, item) in items.enumerated() {
                    let number = FourCharacterCode(UInt32(truncatingIfNeeded: index + 1))
                    writer.box(number) { writer in
                        writer.box("data") { writer in
                            writer.append(item.dataType)
                            writer.appendZeros(4)  // any language
                            writer.append(contentsOf: item.value)
                        }
                    }
                }
            }
        }
    }
}
