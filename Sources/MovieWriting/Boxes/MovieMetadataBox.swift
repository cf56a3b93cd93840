internal import MovieBoxes

/// QuickTime File Format, "Metadata" (`meta` with `hdlr` of `mdta`, `keys` and `ilst`): keys and values
/// about the whole movie.
///
/// In ISO files `meta` is a full box (ISO/IEC 14496-12 8.11.1), and lies in `udta` (8.10.1): directly
/// in `moov` ExifTool takes it for the QuickTime form.
struct MovieMetadataBox: Equatable {
    var items: [MovieMetadataItem]
    var fileType: MovieFileType

    func write(to writer: inout BoxWriter) {
        switch fileType {
        case .mov: writer.box("meta", writeContent)
        case .mp4, .m4a: writer.box("udta") { $0.box("meta", version: 0, writeContent) }
        }
    }

    private func writeContent(to writer: inout BoxWriter) {
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
