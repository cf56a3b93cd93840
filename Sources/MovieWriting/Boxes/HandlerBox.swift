internal import MovieBoxes

/// ISO/IEC 14496-12 8.4.3, Handler Reference (`hdlr`), and the QuickTime File Format's form of it.
struct HandlerBox: Equatable {
    /// What the handler is for: QuickTime only, 0 in ISO files.
    var componentType: FourCharacterCode
    var handlerType: FourCharacterCode
    /// Who made it: QuickTime only, 0 in ISO files.
    var manufacturer: FourCharacterCode
    /// UTF-8 for people; a QuickTime file keeps the first 255 bytes.
    var name: String
    var fileType: MovieFileType

    private static let none = FourCharacterCode(0)

    /// The handler of a track's media.
    static func media(
        _ type: FourCharacterCode, name: String, fileType: MovieFileType
    ) -> HandlerBox {
        HandlerBox(
            componentType: fileType == .mov ? "mhlr" : none, handlerType: type,
            manufacturer: fileType == .mov ? "appl" : none, name: name, fileType: fileType)
    }

    /// The handler of a QuickTime track's data, which lie in the same file.
    static let data = HandlerBox(
        componentType: "dhlr", handlerType: "alis", manufacturer: "appl", name: "Data Handler",
        fileType: .mov)

    /// The handler of keys and values about the movie.
    static let metadata = HandlerBox(
        componentType: none, handlerType: "mdta", manufacturer: none, name: "", fileType: .mp4)

    func write(to writer: inout BoxWriter) {
        writer.box("hdlr", version: 0) { writer in
            writer.append(componentType)
            writer.append(handlerType)
            writer.append(manufacturer)
            writer.appendZeros(8)
            switch fileType {
            case .mp4, .m4a:
                // A NUL within the name would end it early.
                writer.append(contentsOf: name.utf8.filter { $0 != 0 })
                writer.appendZeros(1)
            case .mov:
                let bytes = name.utf8.prefix(255)
                writer.append(UInt8(bytes.count))
                writer.append(contentsOf: bytes)
            }
        }
    }
}
