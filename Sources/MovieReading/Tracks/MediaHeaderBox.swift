internal import MovieBoxes

/// ISO/IEC 14496-12 8.4.2, Media Header (`mdhd`).
struct MediaHeaderBox {
    let timescale: Int32
    let duration: Int64?
    let language: String?

    init(_ box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        let version = try fields.nextVersionAndFlags().version
        try fields.skip(version == 0 ? 8 : 16)
        timescale = try fields.nextTimescale()
        duration = try fields.nextTime(version: version)
        language = Self.language(try fields.next())
    }

    /// Three letters of ISO 639-2/T in 5 bits each; `nil` for the smaller codes of the Macintosh.
    private static func language(_ code: UInt16) -> String? {
        let letters = [10, 5, 0].map { UInt8(code >> $0 & 31) + 0x60 }
        guard letters.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else {
            return nil
        }
        return String(decoding: letters, as: UTF8.self)
    }
}
