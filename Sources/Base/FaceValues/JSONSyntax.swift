// SPDX-License-Identifier: Apache-2.0
/// Checks texts that strangers say are JSON (RFC 8259), of which nothing is kept.
package struct JSONSyntax {
    private static let maximumDepth = 64
    private var rest: ArraySlice<UInt8>

    /// Whether a text is one value, nested at most 64 deep.
    package static func isDocument(_ text: String) -> Bool {
        var syntax = JSONSyntax(rest: Array(text.utf8)[...])
        guard syntax.skipValue(depth: 0) else { return false }
        syntax.skipSpace()
        return syntax.rest.isEmpty
    }

    private mutating func skipSpace() { rest = rest.drop { " \t\n\r".utf8.contains($0) } }

    private mutating func skip(_ word: String) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        rest = rest.dropFirst(word.utf8.count)
        return true
    }

    private mutating func skipValue(depth: Int) -> Bool {
        guard depth < Self.maximumDepth else { return false }
        skipSpace()
        switch rest.first {
        case UInt8(ascii: "{"): return skipList(closing: "}", hasNames: true, depth: depth)
        case UInt8(ascii: "["): return skipList(closing: "]", hasNames: false, depth: depth)
        case UInt8(ascii: "\""): return skipString()
        case UInt8(ascii: "t"): return skip("true")
        case UInt8(ascii: "f"): return skip("false")
        case UInt8(ascii: "n"): return skip("null")
        default: return skipNumber()
        }
    }

    private mutating func skipList(closing: String, hasNames: Bool, depth: Int) -> Bool {
        rest = rest.dropFirst()
        skipSpace()
        if skip(closing) { return true }
        repeat {
            if hasNames {
                skipSpace()
                guard skipString() else { return false }
                skipSpace()
                guard skip(":") else { return false }
            }
            guard skipValue(depth: depth + 1) else { return false }
            skipSpace()
        } while skip(",")
        return skip(closing)
    }

    private mutating func skipString() -> Bool {
        guard skip("\"") else { return false }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return true
            case 0..<0x20: return false
            case UInt8(ascii: "\\"):
                guard let escape = rest.popFirst() else { return false }
                if "\"\\/bfnrt".utf8.contains(escape) { continue }
                let digits = rest.prefix(4)
                guard escape == UInt8(ascii: "u"), digits.count == 4,
                    digits.allSatisfy({ "0123456789abcdefABCDEF".utf8.contains($0) })
                else { return false }
                rest = rest.dropFirst(4)
            default: break
            }
        }
        return false
    }

    private mutating func skipDigits() -> Bool {
        let count = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
        rest = rest.dropFirst(count)
        return count > 0
    }

    private mutating func skipNumber() -> Bool {
        _ = skip("-")
        if !skip("0"), !skipDigits() { return false }
        if skip("."), !skipDigits() { return false }
        guard skip("e") || skip("E") else { return true }
        if !skip("+") { _ = skip("-") }
        return skipDigits()
    }
}
