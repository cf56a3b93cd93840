// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.7.5, Chunk Offset (`stco`, or `co64` where 32 bits are not enough).
package struct ChunkOffsetBox: EntryTableBox {
    package var type: FourCharacterCode { entries.stride == 8 ? .co64 : .stco }
    package let version: UInt8
    package let flags: UInt32
    /// Where each chunk begins in the file, in 4 or 8 bytes.
    package let entries: EntryTable
    package let tail: ArraySlice<UInt8>

    package static func stride(of type: FourCharacterCode) -> Int { type == .co64 ? 8 : 4 }

    package init(
        version: UInt8 = 0, flags: UInt32 = 0, entries: EntryTable, tail: ArraySlice<UInt8> = []
    ) {
        (self.version, self.flags, self.entries, self.tail) = (version, flags, entries, tail)
    }

    /// No chunks.
    package static let empty = ChunkOffsetBox(entries: .empty)

    /// A chunk's offset.
    package subscript(_ chunk: Int) -> UInt64 {
        entries.stride == 8 ? entries.uint64(chunk) : UInt64(entries.uint32(chunk))
    }
}
