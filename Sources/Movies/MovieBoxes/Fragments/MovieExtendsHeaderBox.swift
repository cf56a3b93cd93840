// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.8.2, Movie Extends Header (`mehd`).
package struct MovieExtendsHeaderBox: BoxCodable {
    /// How long the movie is with its fragments, in ticks of the movie; `nil` when it is not known.
    package let duration: UInt64?
    private let version: UInt8
    private let flags: UInt32
    private let tail: ArraySlice<UInt8>

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        (version, flags) = try fields.nextVersionAndFlags()
        duration = try fields.nextDuration(version: version)
        tail = fields.rest
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.mehd, version: version, flags: flags) { writer in
            writer.append(duration: duration, isLong: version != 0)
            writer.append(contentsOf: tail)
        }
    }
}
