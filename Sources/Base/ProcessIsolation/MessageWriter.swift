// SPDX-License-Identifier: Apache-2.0
/// The body of a message while it is made: numbers of fixed size, the low byte first.
package struct MessageWriter {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []

    /// An empty body, which so many bytes are expected of.
    package init(byteCount: Int = 64) { bytes.reserveCapacity(byteCount) }

    /// Appends bytes as they are.
    package mutating func append(_ content: some Sequence<UInt8>) {
        bytes.append(contentsOf: content)
    }

    /// Appends a number.
    package mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a number.
    package mutating func write(_ number: Double) { write(number.bitPattern) }

    /// Appends a truth value.
    package mutating func write(_ flag: Bool) { write(UInt8(flag ? 1 : 0)) }

    /// Appends bytes behind their count.
    package mutating func write(_ content: some Collection<UInt8>) {
        write(UInt32(clamping: content.count))
        bytes.append(contentsOf: content)
    }

    /// Appends a text behind its length.
    package mutating func write(_ text: String) { write(text.utf8) }

    /// Appends a value that may be missing.
    package mutating func write<Value>(
        _ value: Value?, _ write: (inout MessageWriter, Value) -> Void
    ) {
        self.write(value != nil)
        if let value { write(&self, value) }
    }
}
