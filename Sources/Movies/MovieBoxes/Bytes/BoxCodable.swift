// SPDX-License-Identifier: Apache-2.0
/// A box of the ISO base media file format that is parsed from the bytes of a file and written to them.
///
/// What was parsed is written with the same bytes, also those that nobody here gives a meaning to; what is
/// changed in between may need a later version of the box.
package protocol BoxCodable: Sendable, Equatable {
    /// Parses the content of a box.
    init(parsing box: BoxReader.Box) throws(BoxDamage)
    /// Writes the whole box.
    func write(to writer: inout BoxWriter)
}

extension BoxCodable {
    /// The whole box.
    package var bytes: [UInt8] {
        var writer = BoxWriter()
        write(to: &writer)
        return writer.bytes
    }
}
