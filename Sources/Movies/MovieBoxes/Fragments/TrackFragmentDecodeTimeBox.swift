// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.8.12, Track Fragment Decode Time (`tfdt`).
package struct TrackFragmentDecodeTimeBox: BoxCodable {
    /// When the first sample is decoded, in ticks of the media.
    package let baseMediaDecodeTime: UInt64
    private var version: UInt8 = 1
    private var flags: UInt32 = 0
    private var tail: ArraySlice<UInt8> = []

    package init(baseMediaDecodeTime: UInt64) { self.baseMediaDecodeTime = baseMediaDecodeTime }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        (version, flags) = try fields.nextVersionAndFlags()
        baseMediaDecodeTime = try fields.nextNumber(version: version)
        tail = fields.rest
    }

    package func write(to writer: inout BoxWriter) {
        writer.box(.tfdt, version: version, flags: flags) { writer in
            writer.append(baseMediaDecodeTime, isLong: version != 0)
            writer.append(contentsOf: tail)
        }
    }
}
