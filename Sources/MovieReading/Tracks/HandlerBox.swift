internal import MovieBoxes

/// ISO/IEC 14496-12 8.4.3, Handler Reference (`hdlr`), also in the form of QuickTime.
struct HandlerBox {
    let handler: FourCharacterCode
    let name: String?

    init(_ box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        try fields.skip(8)
        handler = try fields.nextCode()
        try? fields.skip(12)
        var text = fields.rest
        // QuickTime writes how long the name is before it, and no NUL behind it.
        if let count = text.first, Int(count) == text.count - 1, text.last != 0 {
            text = text.dropFirst()
        }
        text = text.prefix { $0 != 0 }
        name = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
