// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.4.2, Media Header (`mdhd`).
package struct MediaHeaderBox: BoxCodable {
    /// When the media was made, and how long all samples last together.
    package var times: HeaderTimes
    /// Ticks a second of the samples' times.
    package let timescale: Int32
    /// Three letters of ISO 639-2 in five bits each, or a smaller code of the Macintosh.
    package private(set) var language: UInt16
    private var tail: ArraySlice<UInt8> = [0, 0]

    package init(times: HeaderTimes, timescale: Int32, language: UInt16) {
        self.times = times
        self.timescale = timescale
        self.language = language
    }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        (times, timescale) = try HeaderTimes.parse(&fields) { fields throws(BoxDamage) in
            try fields.nextTimescale()
        }
        language = try fields.next()
        tail = fields.rest
    }

    package func write(to writer: inout BoxWriter) {
        times.write(.mdhd, to: &writer) {
            $0.append(timescale)
        } rest: {
            $0.append(language)
            $0.append(contentsOf: tail)
        }
    }

    /// The three letters of ``language``; `nil` for the codes of the Macintosh. Others than three letters change nothing.
    package var languageCode: String? {
        get {
            let letters = [10, 5, 0].map { UInt8(language >> $0 & 31) + 0x60 }
            guard letters.allSatisfy(Self.letters.contains) else { return nil }
            return String(decoding: letters, as: UTF8.self)
        }
        set {
            language = newValue.flatMap(Self.languageField) ?? language
        }
    }

    /// Three letters as ``language`` holds them; `nil` of anything else.
    package static func languageField(_ code: String) -> UInt16? {
        guard code.utf8.count == 3, code.utf8.allSatisfy(letters.contains) else { return nil }
        return code.utf8.reduce(0) { $0 << 5 | UInt16($1 & 31) }
    }

    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
}
