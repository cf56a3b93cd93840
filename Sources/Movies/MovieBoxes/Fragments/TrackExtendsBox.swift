// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.8.3, Track Extends (`trex`): what a track's fragments leave unsaid.
package struct TrackExtendsBox: BoxCodable {
    package let trackID: UInt32
    package private(set) var defaults = SampleDefaults()
    private var versionAndFlags: UInt32 = 0
    private var tail: ArraySlice<UInt8> = []

    /// The box of a track whose fragments say everything themselves.
    package init(trackID: UInt32) { self.trackID = trackID }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        versionAndFlags = try fields.next()
        trackID = try fields.next()
        defaults.description = try fields.next()
        defaults.duration = try fields.next()
        defaults.byteCount = try fields.next()
        defaults.flags = try fields.next()
        tail = fields.rest
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.trex) { writer in
            writer.append(versionAndFlags)
            writer.append(trackID)
            writer.append(defaults.description)
            writer.append(defaults.duration)
            writer.append(defaults.byteCount)
            writer.append(defaults.flags)
            writer.append(contentsOf: tail)
        }
    }
}
