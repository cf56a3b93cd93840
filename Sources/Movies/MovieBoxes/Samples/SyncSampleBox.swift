// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.6.2, Sync Sample (`stss`).
package struct SyncSampleBox: EntryTableBox {
    package var type: FourCharacterCode { .stss }
    package let version: UInt8
    package let flags: UInt32
    /// Numbers of samples, from 1, where decoding can begin.
    package let entries: EntryTable
    package let tail: ArraySlice<UInt8>

    package static func stride(of type: FourCharacterCode) -> Int { 4 }

    package init(
        version: UInt8 = 0, flags: UInt32 = 0, entries: EntryTable, tail: ArraySlice<UInt8> = []
    ) {
        (self.version, self.flags, self.entries, self.tail) = (version, flags, entries, tail)
    }
}
