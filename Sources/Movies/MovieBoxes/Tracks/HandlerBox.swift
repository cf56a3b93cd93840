// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.4.3, Handler Reference (`hdlr`), and the QuickTime File Format's form of it.
package struct HandlerBox: BoxCodable {
    private var version: UInt8 = 0
    private var flags: UInt32 = 0
    /// What the handler is for: QuickTime only, 0 in ISO files.
    private let componentType: FourCharacterCode
    package let handlerType: FourCharacterCode
    /// The manufacturer, which is QuickTime's and 0 in ISO files, 8 bytes of zeros and the name.
    private var rest: ArraySlice<UInt8>

    private static let none = FourCharacterCode(0)

    /// A handler with a name for people, of which a QuickTime file keeps the first 255 bytes.
    private init(
        componentType: FourCharacterCode, handlerType: FourCharacterCode,
        manufacturer: FourCharacterCode, name: String, isQuickTime: Bool
    ) {
        self.componentType = componentType
        self.handlerType = handlerType
        var writer = BoxWriter()
        writer.append(manufacturer)
        writer.appendZeros(8)
        if isQuickTime {
            let bytes = name.utf8.prefix(255)
            writer.append(UInt8(bytes.count))
            writer.append(contentsOf: bytes)
        } else {
            // A NUL within the name would end it early.
            writer.append(contentsOf: name.utf8.filter { $0 != 0 })
            writer.appendZeros(1)
        }
        rest = writer.bytes[...]
    }

    /// The handler of a track's media.
    package static func media(
        _ type: FourCharacterCode, name: String, isQuickTime: Bool
    ) -> HandlerBox {
        HandlerBox(
            componentType: isQuickTime ? "mhlr" : none, handlerType: type,
            manufacturer: isQuickTime ? "appl" : none, name: name, isQuickTime: isQuickTime)
    }

    /// The handler of a QuickTime track's data, which lie in the same file.
    package static let data = HandlerBox(
        componentType: "dhlr", handlerType: "alis", manufacturer: "appl", name: "Data Handler",
        isQuickTime: true)

    /// The handler of keys and values about the movie.
    package static let metadata = HandlerBox(
        componentType: none, handlerType: .mdta, manufacturer: none, name: "", isQuickTime: false)

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        (version, flags) = try fields.nextVersionAndFlags()
        componentType = try fields.nextCode()
        handlerType = try fields.nextCode()
        rest = fields.rest
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.hdlr, version: version, flags: flags) { writer in
            writer.append(componentType)
            writer.append(handlerType)
            writer.append(contentsOf: rest)
        }
    }

    /// Leaves out the name, which is a program's or a user's.
    package mutating func removeName() { rest = rest.prefix(12) + [0] }

    /// A name for people, where it has one.
    package var name: String? {
        var text = rest.dropFirst(12)
        // QuickTime writes how long the name is before it, and no NUL behind it.
        if let count = text.first, Int(count) == text.count - 1, text.last != 0 {
            text = text.dropFirst()
        }
        text = text.prefix { $0 != 0 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
