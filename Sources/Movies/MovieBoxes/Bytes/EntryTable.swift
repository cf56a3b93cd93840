// SPDX-License-Identifier: Apache-2.0
/// Entries of equal size that stay where they lie, in the bytes of a box.
package struct EntryTable: Sendable, Equatable {
    /// Exactly `count` times `stride` bytes.
    package let bytes: ArraySlice<UInt8>
    /// How many entries there are.
    package let count: Int
    /// Bytes from one entry to the next.
    package let stride: Int

    /// No entries.
    package static let empty = EntryTable(bytes: [], count: 0, stride: 4)

    init(bytes: ArraySlice<UInt8>, count: Int, stride: Int) {
        self.bytes = bytes
        self.count = count
        self.stride = stride
    }

    /// A table of the entries that `content` writes.
    package init(count: Int, stride: Int, _ content: (inout BoxWriter) -> Void) {
        var writer = BoxWriter()
        writer.reserve(count * stride)
        content(&writer)
        precondition(writer.bytes.count == count * stride)
        self.init(bytes: writer.bytes[...], count: count, stride: stride)
    }

    /// One byte, of a table whose entries are bytes.
    package func byte(_ entry: Int) -> UInt8 { bytes[bytes.startIndex + entry] }

    /// 32 bits, `offset` bytes behind the start of an entry, which exists.
    package func uint32(_ entry: Int, at offset: Int = 0) -> UInt32 {
        load(UInt32.self, entry, at: offset)
    }

    /// An entry of 4 or 8 bytes, which exists.
    package func integer(_ entry: Int) -> UInt64 {
        stride == 8 ? load(UInt64.self, entry, at: 0) : UInt64(uint32(entry))
    }

    private func load<Number: FixedWidthInteger>(_: Number.Type, _ entry: Int, at offset: Int)
        -> Number
    {
        // The slice of `Array` checks its bounds; this view does too.
        bytes.withUnsafeBytes { view in
            let start = entry * stride + offset
            let field = UnsafeRawBufferPointer(rebasing: view[start..<start + Number.bitWidth / 8])
            return Number(bigEndian: field.loadUnaligned(as: Number.self))
        }
    }
}
