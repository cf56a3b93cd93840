// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.8.5, Movie Fragment Header (`mfhd`).
package struct MovieFragmentHeaderBox: BoxCodable {
    /// The fragment's number; writers count from 1.
    package let sequenceNumber: UInt32
    private var versionAndFlags: UInt32 = 0
    private var tail: ArraySlice<UInt8> = []

    package init(sequenceNumber: UInt32) { self.sequenceNumber = sequenceNumber }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        versionAndFlags = try fields.next()
        sequenceNumber = try fields.next()
        tail = fields.rest
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.mfhd) { writer in
            writer.append(versionAndFlags)
            writer.append(sequenceNumber)
            writer.append(contentsOf: tail)
        }
    }
}
