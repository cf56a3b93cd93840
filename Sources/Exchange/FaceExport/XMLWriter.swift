// SPDX-License-Identifier: Apache-2.0
/// Appends indented XML 1.0 in UTF-8.
struct XMLWriter {
    private(set) var bytes = Array(#"<?xml version="1.0" encoding="utf-8"?>"#.utf8)
    private var depth = 0

    init() { bytes.append(UInt8(ascii: "\n")) }

    /// An element with elements in it.
    mutating func element(
        _ name: String, _ attributes: [(String, String)] = [],
        content: (inout XMLWriter) -> Void
    ) {
        startTag(name, attributes)
        append("\n")
        depth += 1
        content(&self)
        depth -= 1
        indent()
        append("</\(name)>\n")
    }

    /// An element with text in it.
    mutating func element(_ name: String, _ attributes: [(String, String)] = [], text: String) {
        startTag(name, attributes)
        escape(text)
        append("</\(name)>\n")
    }

    private mutating func startTag(_ name: String, _ attributes: [(String, String)]) {
        indent()
        append("<\(name)")
        for (key, value) in attributes {
            append(" \(key)=\"")
            escape(value)
            append("\"")
        }
        append(">")
    }

    private mutating func indent() {
        for _ in 0..<depth { append("  ") }
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Line ends stay what they are; characters that XML 1.0 (2.2) does not have at all become the
    /// replacement character.
    private mutating func escape(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append("&amp;")
            case "<": append("&lt;")
            case ">": append("&gt;")
            case "\"": append("&quot;")
            case "\t", "\n", "\r": append("&#\(scalar.value);")
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": append("\u{FFFD}")
            default: append(String(scalar))
            }
        }
    }
}
