// SPDX-License-Identifier: Apache-2.0
/// A line as it is typed, key by key, on a terminal that does not show it itself.
struct LineEditor: Sendable {
    /// What a key did.
    enum Outcome: Sendable, Hashable {
        /// The line is as it was.
        case nothing
        /// The line is another one.
        case changed
        /// The line is done, and the next one is empty.
        case line(String)
    }

    /// The longest line that is taken for one, in bytes: twice what the longest value of metadata takes.
    static var maximumByteCount: Int { 32_768 }

    /// How far inside an escape sequence, such as that of an arrow key, it is.
    private enum Escape {
        case outside, begun, inControlSequence
    }

    private var bytes: [UInt8] = []
    private var escape = Escape.outside

    /// The line so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Takes the next byte. `q` as the first key is a line at once.
    mutating func take(_ byte: UInt8) -> Outcome {
        guard escape == .outside else { return takeEscaped(byte) }
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return finish()
        case 0x1B:
            escape = .begun
            return .nothing
        case 0x08, 0x7F: return erase()
        case 0x15:
            bytes = []
            return .changed
        case UInt8(ascii: "q") where bytes.isEmpty:
            bytes = [byte]
            return finish()
        case ..<0x20: return .nothing
        default:
            guard bytes.count < Self.maximumByteCount else { return .nothing }
            bytes.append(byte)
            return .changed
        }
    }

    private mutating func finish() -> Outcome {
        defer { bytes = [] }
        return .line(text)
    }

    /// Takes the last character away.
    private mutating func erase() -> Outcome {
        guard !bytes.isEmpty else { return .nothing }
        // Bytes that continue a character begin with 10.
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        return .changed
    }

    /// `ESC [ ... letter` and `ESC letter` are no text.
    private mutating func takeEscaped(_ byte: UInt8) -> Outcome {
        if escape == .begun, byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
            escape = .inControlSequence
        } else if escape == .begun || 0x40...0x7E ~= byte {
            escape = .outside
        }
        return .nothing
    }
}
