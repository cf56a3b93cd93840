// SPDX-License-Identifier: Apache-2.0
/// Builds boxes in memory: big-endian numbers, and sizes that are filled in when a box is done
/// (ISO/IEC 14496-12 4.2).
package struct BoxWriter: Sendable {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []

    /// A writer that has written nothing.
    package init() {}

    /// Makes room for bytes to come.
    package mutating func reserve(_ byteCount: Int) { bytes.reserveCapacity(byteCount) }

    /// Forgets what was written, and keeps its memory.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// A number, its highest byte first.
    package mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// The bits of a number, its highest byte first.
    package mutating func append(_ value: Float) { append(value.bitPattern) }

    /// The bits of a number, its highest byte first.
    package mutating func append(_ value: Double) { append(value.bitPattern) }

    /// Four characters.
    package mutating func append(_ code: FourCharacterCode) { append(code.rawValue) }

    /// Bytes as they are.
    package mutating func append(contentsOf other: some Sequence<UInt8>) {
        bytes.append(contentsOf: other)
    }

    /// Text without a NUL at its end.
    package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Zeros.
    package mutating func appendZeros(_ count: Int) {
        bytes.append(contentsOf: repeatElement(0, count: count))
    }

    /// A box with what `content` writes.
    package mutating func box(_ type: FourCharacterCode, _ content: (inout BoxWriter) -> Void) {
        sized { writer in
            writer.append(type)
            content(&writer)
        }
    }

    /// A full box: version and flags before the content (ISO/IEC 14496-12 4.2.2).
    package mutating func box(
        _ type: FourCharacterCode, version: UInt8, flags: UInt32 = 0,
        _ content: (inout BoxWriter) -> Void
    ) {
        box(type) { writer in
            writer.append(UInt32(version) << 24 | flags & 0xFF_FFFF)
            content(&writer)
        }
    }

    /// Four bytes with the size of themselves and of what `content` writes.
    package mutating func sized(_ content: (inout BoxWriter) -> Void) {
        let start = bytes.count
        append(UInt32(0))
        content(&self)
        let size = UInt32(truncatingIfNeeded: bytes.count - start)
        withUnsafeBytes(of: size.bigEndian) {
            bytes.replaceSubrange(start..<start + 4, with: $0)
        }
    }
}

extension BoxWriter {
    /// Hands each box of a container's content to `copy`; what is no box is copied as it is, such as the
    /// zeros that end a list in QuickTime.
    package mutating func appendBoxes(
        in content: ArraySlice<UInt8>, _ copy: (BoxReader.Box, inout BoxWriter) -> Void
    ) {
        var reader = BoxReader(content)
        while let box = reader.readBox() { copy(box, &self) }
        append(contentsOf: reader.rest)
    }

    /// A container with the same name whose boxes `copy` copies.
    package mutating func appendContainer(
        _ container: BoxReader.Box, _ copy: (BoxReader.Box, inout BoxWriter) -> Void
    ) {
        box(container.type) { $0.appendBoxes(in: container.content, copy) }
    }

    /// A number of 64 bits, or its low 32.
    package mutating func append(_ value: UInt64, isLong: Bool) {
        if isLong { append(value) } else { append(UInt32(truncatingIfNeeded: value)) }
    }

    /// A duration of 64 bits or 32, which it has to fit; all ones stand for unknown.
    package mutating func append(duration: UInt64?, isLong: Bool) {
        append(duration ?? .max, isLong: isLong)
    }
}
