// SPDX-License-Identifier: Apache-2.0
/// A full box with a count and so many entries of equal size: the boxes of a sample table.
package protocol EntryTableBox: BoxCodable {
    /// Its name.
    var type: FourCharacterCode { get }
    /// The version of the box.
    var version: UInt8 { get }
    /// The flags of the box.
    var flags: UInt32 { get }
    /// The entries, in the order of the file.
    var entries: EntryTable { get }
    /// What follows the entries.
    var tail: ArraySlice<UInt8> { get }

    /// Bytes of an entry in a box with that name.
    static func stride(of type: FourCharacterCode) -> Int

    init(version: UInt8, flags: UInt32, entries: EntryTable, tail: ArraySlice<UInt8>)
}

extension EntryTableBox {
    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        let (version, flags) = try fields.nextVersionAndFlags()
        let entries = try fields.nextTable(
            count: Int(try fields.next(UInt32.self)), stride: Self.stride(of: box.type))
        self.init(version: version, flags: flags, entries: entries, tail: fields.rest)
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(type, version: version, flags: flags) { writer in
            writer.append(UInt32(truncatingIfNeeded: entries.count))
            writer.append(contentsOf: entries.bytes)
            writer.append(contentsOf: tail)
        }
    }
}
