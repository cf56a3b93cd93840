// SPDX-License-Identifier: Apache-2.0
/// Reads big-endian numbers and boxes from bytes that nobody vouches for: what is not there is
/// `nil`, never a trap.
package struct BoxReader: Sendable {
    /// The bytes that are left to read.
    package private(set) var rest: ArraySlice<UInt8>

    /// A box within the bytes of a reader.
    package struct Box: Sendable {
        /// Its name.
        package let type: FourCharacterCode
        /// What follows the size and the name, as far as it is there.
        package let content: ArraySlice<UInt8>
        /// The whole box, as far as it is there.
        package let bytes: ArraySlice<UInt8>
        /// Whether less is there than the box says that it holds.
        package let isCutShort: Bool

        /// The whole box, which can be followed by others: one that reaches to the end of what is around it, or
        /// beyond, has the size of what is there.
        package var sized: ArraySlice<UInt8> {
            var header = BoxWriter()
            if bytes.starts(with: [0, 0, 0, 1]) {
                header.append(contentsOf: bytes.prefix(8))
                header.append(UInt64(bytes.count))
            } else {
                header.append(UInt32(clamping: bytes.count))
            }
            guard !bytes.starts(with: header.bytes) else { return bytes }
            return header.bytes + bytes.dropFirst(header.bytes.count)
        }
    }

    /// A reader of some bytes.
    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// A reader of some bytes.
    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Whether everything has been read.
    package var isAtEnd: Bool { rest.isEmpty }

    /// Reads a number; `nil` when too few bytes are left, which then stay.
    package mutating func read<Number: FixedWidthInteger>(_ type: Number.Type = Number.self)
        -> Number?
    {
        guard let bytes = readBytes(Number.bitWidth / 8) else { return nil }
        return bytes.withUnsafeBytes { Number(bigEndian: $0.loadUnaligned(as: type)) }
    }

    /// Reads 32 bits of a floating-point number.
    package mutating func readFloat() -> Float? { read(UInt32.self).map(Float.init(bitPattern:)) }

    /// Reads 64 bits of a floating-point number.
    package mutating func readDouble() -> Double? {
        read(UInt64.self).map(Double.init(bitPattern:))
    }

    /// Reads four characters.
    package mutating func readCode() -> FourCharacterCode? {
        read(UInt32.self).map(FourCharacterCode.init)
    }

    /// Reads so many bytes; `nil` when fewer are left, which then stay.
    package mutating func readBytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        let bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
        return bytes
    }

    /// Passes over bytes; `nil` when fewer are left.
    package mutating func skip(_ count: Int) -> Void? { readBytes(count).map { _ in } }

    /// Reads the version and the flags of a full box.
    package mutating func readVersionAndFlags() -> (version: UInt8, flags: UInt32)? {
        read(UInt32.self).map { (UInt8($0 >> 24), $0 & 0xFF_FFFF) }
    }

    /// Reads the next box; `nil` at the end and where no box can begin. A size of 0 means all that is
    /// left, a size of 1 that 64 bits of size follow the name.
    package mutating func readBox() -> Box? {
        let start = rest
        guard let size32 = read(UInt32.self), let type = readCode() else {
            rest = start
            return nil
        }
        var size = UInt64(size32)
        if size32 == 1 {
            guard let size64 = read(UInt64.self) else {
                rest = start
                return nil
            }
            size = size64
        } else if size32 == 0 {
            size = UInt64(start.count)
        }
        let header = start.count - rest.count
        guard size >= header else {
            rest = start
            return nil
        }
        let wanted = size - UInt64(header)
        let content = rest.prefix(Int(min(wanted, UInt64(rest.count))))
        rest = rest.dropFirst(content.count)
        return Box(
            type: type, content: content, bytes: start[..<content.endIndex],
            isCutShort: UInt64(content.count) < wanted)
    }

    /// Reads all boxes up to what is none, or is cut short.
    package mutating func readBoxes() -> [Box] {
        var boxes: [Box] = []
        while let box = readBox(), !box.isCutShort { boxes.append(box) }
        return boxes
    }

    /// The first box at the end of a path through containers, whose first one is among the boxes that are
    /// left to read.
    package func firstBox(_ path: FourCharacterCode...) -> Box? {
        var found: Box?
        var reader = self
        for type in path {
            repeat {
                guard let box = reader.readBox() else { return nil }
                found = box
            } while found?.type != type
            reader = BoxReader(found?.content ?? [])
        }
        return found
    }
}
