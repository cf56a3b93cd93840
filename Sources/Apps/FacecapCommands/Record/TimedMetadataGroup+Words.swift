// SPDX-License-Identifier: Apache-2.0
import Facecap

extension TimedMetadataGroup {
    private static let usage =
        "say meta KEY TYPE VALUE, such as meta org.example.heart-rate uint8 72, or meta 5s KEY TYPE VALUE for"
        + " what holds for 5 s"

    /// Reads what stands behind `meta` on standard input: `[TIME] KEY TYPE VALUE`; now, and for so long.
    ///
    /// Throws `.invalidArgument` for what a recording does not take.
    init(words: String) throws(FacecapError) {
        var (first, rest) = Self.split(words[...])
        var duration: MediaTime?
        if first.first?.isNumber == true {
            guard let time = ValueReader<Duration>.duration.read(String(first)) else {
                throw FacecapError(
                    .invalidArgument,
                    "Metadata cannot hold for '\(first.prefix(60))'; name a time such as 500ms or 5s,"
                        + " or none.")
            }
            duration = MediaTime(time)
            (first, rest) = Self.split(rest)
        }
        let (type, text) = Self.split(rest)
        guard !type.isEmpty else {
            throw FacecapError(
                .invalidArgument, "Metadata has a key, a type and a value; \(Self.usage).")
        }
        try Self.check(key: String(first))
        guard let readValue = Self.readers[String(type)] else {
            throw FacecapError(
                .invalidArgument,
                "The metadata type '\(type.prefix(60))' is unknown; choose one of "
                    + Self.typeNames.joined(separator: ", ") + ".")
        }
        guard let value = readValue(String(text)) else {
            throw FacecapError(
                .invalidArgument,
                "'\(text.prefix(60))' is no \(type) for \(first); \(Self.hint(type)).")
        }
        self.init(items: [Item(key: String(first), value: value)], duration: duration)
        try check()
    }

    private static func split(_ text: Substring) -> (word: Substring, rest: Substring) {
        let text = text.drop { $0 == " " }
        let word = text.prefix { $0 != " " }
        return (word, text.dropFirst(word.count + 1))
    }

    private static func hint(_ type: Substring) -> String {
        switch type {
        case "point", "dimensions": "give two finite numbers with a comma between them"
        case "rect": "give x,y,width,height as finite numbers"
        case "json": "give valid JSON on one line"
        case "float32", "float64": "give a finite number"
        default: "give a whole number that its bits can hold"
        }
    }

    private static let typeNames = [
        "utf8", "json", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16",
        "uint32", "uint64", "point", "dimensions", "rect",
    ]

    private static let readers: [String: @Sendable (String) -> Value?] = [
        "utf8": { .utf8($0) },
        "json": { JSONSyntax.isDocument($0) ? .json($0) : nil },
        "float32": { Float($0).flatMap { $0.isFinite ? .float32($0) : nil } },
        "float64": { Double($0).flatMap { $0.isFinite ? .float64($0) : nil } },
        "int8": { Int8($0).map(Value.int8) },
        "int16": { Int16($0).map(Value.int16) },
        "int32": { Int32($0).map(Value.int32) },
        "int64": { Int64($0).map(Value.int64) },
        "uint8": { UInt8($0).map(Value.uint8) },
        "uint16": { UInt16($0).map(Value.uint16) },
        "uint32": { UInt32($0).map(Value.uint32) },
        "uint64": { UInt64($0).map(Value.uint64) },
        "point": { numbers($0, count: 2).map { .point(Point(x: $0[0], y: $0[1])) } },
        "dimensions": {
            numbers($0, count: 2).map { .dimensions(Size(width: $0[0], height: $0[1])) }
        },
        "rect": {
            numbers($0, count: 4).map {
                .rect(Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]))
            }
        },
    ]

    private static func numbers(_ text: String, count: Int) -> [Double]? {
        let numbers = text.parts { number in
            Float(number.trimmingSpaces).flatMap { $0.isFinite ? Double($0) : nil }
        }
        return numbers?.count == count ? numbers : nil
    }
}

extension String {
    fileprivate var trimmingSpaces: Substring {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}
