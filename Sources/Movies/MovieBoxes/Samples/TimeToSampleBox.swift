// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.6.1.2, Decoding Time to Sample (`stts`).
package struct TimeToSampleBox: EntryTableBox {
    package var type: FourCharacterCode { .stts }
    package let version: UInt8
    package let flags: UInt32
    /// How many samples, and how long each lasts, in ticks of the media.
    package let entries: EntryTable
    package let tail: ArraySlice<UInt8>

    package static func stride(of type: FourCharacterCode) -> Int { 8 }

    package init(
        version: UInt8 = 0, flags: UInt32 = 0, entries: EntryTable, tail: ArraySlice<UInt8> = []
    ) {
        (self.version, self.flags, self.entries, self.tail) = (version, flags, entries, tail)
    }
}
