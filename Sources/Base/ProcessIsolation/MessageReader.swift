// SPDX-License-Identifier: Apache-2.0
/// What is wrong with a message.
package struct MessageDamage: Error, Sendable, Hashable {
    /// A few words on it.
    package let description: String

    /// Damage in a few words.
    package init(_ description: String) { self.description = description }
}

/// Reads the body of a message that nobody vouches for.
package struct MessageReader {
    private let bytes: ArraySlice<UInt8>
    private var next: Int

    /// Reads a body from its beginning.
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        next = bytes.startIndex
    }

    /// The next number.
    package mutating func read<Number: FixedWidthInteger>(
        _ type: Number.Type = Number.self
    ) throws(MessageDamage) -> Number {
        let size = MemoryLayout<Number>.size
        guard bytes.endIndex - next >= size else { throw MessageDamage("it ends too early") }
        let number = bytes[next..<next + size].withUnsafeBytes {
            $0.loadUnaligned(as: Number.self)
        }
        next += size
        return Number(littleEndian: number)
    }

    /// The next number, which has to be in a range.
    package mutating func read<Number: FixedWidthInteger>(
        in range: ClosedRange<Number>, _ what: StaticString
    ) throws(MessageDamage) -> Number {
        let number: Number = try read()
        guard range.contains(number) else { throw MessageDamage("\(what) makes no sense") }
        return number
    }

    /// The next number; `nil` stands for what is not finite.
    package mutating func readDouble() throws(MessageDamage) -> Double? {
        let number = Double(bitPattern: try read())
        return number.isFinite ? number : nil
    }

    /// The next truth value.
    package mutating func readFlag() throws(MessageDamage) -> Bool {
        try read(in: 0...UInt8(1), "a flag") == 1
    }

    /// The next bytes, at most as many as a limit.
    package mutating func readBytes(limit: Int) throws(MessageDamage) -> ArraySlice<UInt8> {
        let count = Int(try read(UInt32.self))
        guard count <= limit, count <= bytes.endIndex - next else {
            throw MessageDamage("a count is too large")
        }
        defer { next += count }
        return bytes[next..<next + count]
    }

    /// The next text, at most so many bytes of it.
    package mutating func readText(limit: Int) throws(MessageDamage) -> String {
        String(decoding: try readBytes(limit: limit), as: UTF8.self)
    }

    /// The next value where it is not missing.
    package mutating func readOptional<Value>(
        _ read: (inout MessageReader) throws(MessageDamage) -> Value
    ) throws(MessageDamage) -> Value? {
        try readFlag() ? try read(&self) : nil
    }

    /// Whether not everything was read.
    package var hasMore: Bool { next < bytes.endIndex }

    /// Throws where there is more.
    package func end() throws(MessageDamage) {
        guard next == bytes.endIndex else { throw MessageDamage("it is too long") }
    }
}
