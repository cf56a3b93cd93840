// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import SystemSupport

/// Appends JSON to a buffer: stable key order, fixed decimals, no spaces.
///
/// Values of an object or array are separated by themselves; the caller opens and closes.
package struct JSONWriter: Sendable {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// A writer that has written nothing.
    package init() {}

    /// Forgets what was written and keeps the memory.
    package mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        nest("{", "}", body)
    }

    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        nest("[", "]", body)
    }

    /// A member of an object that is an object itself.
    package mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        key(name)
        object(body)
    }

    /// A member of an object that is an array.
    package mutating func array(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        key(name)
        array(body)
    }

    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A member of an object, which is left out where its text is `nil`.
    package mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        key(name)
        string(text)
    }

    /// A member of an object that is a whole number.
    package mutating func member(_ name: StaticString, _ number: Int64) {
        key(name)
        integer(number)
    }

    package mutating func member(_ name: StaticString, _ number: Int) {
        member(name, Int64(number))
    }

    /// A member of an object, which is left out where its number is `nil`; see ``number(_:decimals:)``.
    package mutating func member(_ name: StaticString, _ number: Double?, decimals: Int) {
        guard let number else { return }
        key(name)
        self.number(number, decimals: decimals)
    }

    /// A member of an object that is true or false.
    package mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    package mutating func integer(_ value: Int64) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(decimal: value.magnitude)
    }

    package mutating func integer(_ value: Int) { integer(Int64(value)) }

    /// A number rounded to at most `decimals` places, trailing zeros left out; JSON has no infinity
    /// and no NaN, so they are `null`.
    package mutating func number(_ value: Double, decimals: Int) {
        separate()
        if let decimal = FixedDecimal(value, decimals: decimals) {
            decimal.append(to: &bytes, omittingTrailingZeros: true)
        } else {
            bytes.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
        }
    }

    /// Numbers in an array; see ``number(_:decimals:)``.
    package mutating func numbers(_ values: [Double], decimals: Int) {
        array { json in
            for value in values { json.number(value, decimals: decimals) }
        }
    }

    /// A number or a word of JSON as it is.
    mutating func token(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for scalar in value.replacingEscapedBytes.unicodeScalars {
            switch scalar {
            case "\"": bytes.append(contentsOf: "\\\"".utf8)
            case "\\": bytes.append(contentsOf: "\\\\".utf8)
            case "\n": bytes.append(contentsOf: "\\n".utf8)
            case " "..."~": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            default: bytes.append(contentsOf: (scalar.escapedInJSON ?? String(scalar)).utf8)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Ends a line of a stream.
    package mutating func newline() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    private mutating func nest(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
    ) {
        separate()
        bytes.append(UInt8(ascii: open))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
