// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.2.2, Movie Header (`mvhd`).
package struct MovieHeaderBox: BoxCodable {
    /// When the movie was made, and the longest track's duration.
    package var times: HeaderTimes
    /// Ticks a second of durations and edits.
    package let timescale: Int32
    /// Rate, volume, matrix and, in the last four bytes, the number of the next track.
    private var rest: ArraySlice<UInt8>

    /// A header of normal rate and volume; `nextTrackID` is above all track numbers.
    package init(times: HeaderTimes, timescale: Int32, nextTrackID: UInt32) {
        self.times = times
        self.timescale = timescale
        var writer = BoxWriter()
        writer.append(UInt32(0x1_0000))  // rate 1.0
        writer.append(UInt16(0x100))  // volume 1.0
        writer.appendZeros(10)
        TransformationMatrix.identity.write(to: &writer)
        writer.appendZeros(24)
        writer.append(nextTrackID)
        rest = writer.bytes[...]
    }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        (times, timescale) = try HeaderTimes.parse(&fields) { fields throws(BoxDamage) in
            try fields.nextTimescale()
        }
        rest = fields.rest
    }

    /// Sets the number of the next track, where the box has one.
    package mutating func setNextTrackID(_ id: UInt32) {
        guard rest.count >= 4 else { return }
        withUnsafeBytes(of: id.bigEndian) {
            rest.replaceSubrange(rest.endIndex - 4..<rest.endIndex, with: $0)
        }
    }

    package func write(to writer: inout BoxWriter) {
        times.write(.mvhd, to: &writer) {
            $0.append(timescale)
        } rest: {
            $0.append(contentsOf: rest)
        }
    }
}
