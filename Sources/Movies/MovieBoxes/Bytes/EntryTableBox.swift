// SPDX-License-Identifier: Apache-2.0
/// A full box with a count and so many entries of equal size: the boxes of a sample table (ISO/IEC 14496-12
/// 8.6, 8.7).
///
/// - `stts`: how many samples, and how long each lasts, in ticks of the media.
/// - `ctts`: how many samples, and how long after decoding each is shown; signed in version 1.
/// - `stsc`: first chunk, from 1; samples in each chunk; sample description, from 1.
/// - `stss`: numbers of samples, from 1, where decoding can begin.
/// - `stco`, or `co64` where 32 bits are not enough: where each chunk begins in the file.
package struct EntryTableBox: BoxCodable {
    /// Its name.
    package let type: FourCharacterCode
    /// The entries, in the order of the file.
    package let entries: EntryTable
    private var version: UInt8 = 0
    private var flags: UInt32 = 0
    private var tail: ArraySlice<UInt8> = []

    /// A box with these entries.
    package init(_ type: FourCharacterCode, version: UInt8 = 0, entries: EntryTable) {
        self.type = type
        self.version = version
        self.entries = entries
    }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        (version, flags) = try fields.nextVersionAndFlags()
        type = box.type
        entries = try fields.nextTable(
            count: Int(try fields.next(UInt32.self)), stride: Self.stride(of: box.type))
        tail = fields.rest
    }

    /// Bytes of an entry in a box with that name.
    private static func stride(of type: FourCharacterCode) -> Int {
        switch type {
        case .stss, .stco: 4
        case .stsc: 12
        default: 8
        }
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(type, version: version, flags: flags) { writer in
            writer.append(UInt32(truncatingIfNeeded: entries.count))
            writer.append(contentsOf: entries.bytes)
            writer.append(contentsOf: tail)
        }
    }
}
