// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.7.4, Sample to Chunk (`stsc`).
package struct SampleToChunkBox: EntryTableBox {
    package var type: FourCharacterCode { .stsc }
    package let version: UInt8
    package let flags: UInt32
    /// First chunk, from 1; samples in each chunk; sample description, from 1.
    package let entries: EntryTable
    package let tail: ArraySlice<UInt8>

    package static func stride(of type: FourCharacterCode) -> Int { 12 }

    package init(
        version: UInt8 = 0, flags: UInt32 = 0, entries: EntryTable, tail: ArraySlice<UInt8> = []
    ) {
        (self.version, self.flags, self.entries, self.tail) = (version, flags, entries, tail)
    }
}
