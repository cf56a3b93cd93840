// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 14496-12 8.3.2, Track Header (`tkhd`).
package struct TrackHeaderBox: BoxCodable {
    /// When the track was made, and how long all of its edits last together.
    package var times: HeaderTimes
    package let trackID: UInt32
    package let matrix: TransformationMatrix
    /// Pixels before ``matrix``, 16.16 fixed-point.
    package let width: UInt32
    /// Pixels before ``matrix``, 16.16 fixed-point.
    package let height: UInt32
    private var reserved: UInt32 = 0
    /// Layer, alternate group and volume, with what is reserved around them.
    private var layout: ArraySlice<UInt8>
    private var tail: ArraySlice<UInt8> = []

    /// The flags of a track that is part of the presentation.
    package static func flags(isEnabled: Bool) -> UInt32 { isEnabled ? 3 : 2 }

    /// - Parameter hasVolume: whether it is heard.
    package init(
        times: HeaderTimes, trackID: UInt32, alternateGroup: UInt16 = 0, hasVolume: Bool,
        matrix: TransformationMatrix, width: UInt32, height: UInt32
    ) {
        self.times = times
        self.trackID = trackID
        self.matrix = matrix
        self.width = width
        self.height = height
        var writer = BoxWriter()
        writer.appendZeros(10)
        writer.append(alternateGroup)
        writer.append(UInt16(hasVolume ? 0x100 : 0))
        writer.appendZeros(2)
        layout = writer.bytes[...]
    }

    package init(parsing box: BoxReader.Box) throws(BoxDamage) {
        var fields = BoxFields(box)
        (times, (trackID, reserved)) = try HeaderTimes.parse(&fields) { fields throws(BoxDamage) in
            (try fields.next(), try fields.next())
        }
        guard trackID != 0 else { throw BoxDamage(.tkhd, "has the track identifier 0") }
        layout = try fields.nextBytes(16)
        matrix = try TransformationMatrix(&fields)
        width = try fields.next()
        height = try fields.next()
        tail = fields.rest
    }

    package func write(to writer: inout BoxWriter) {
        times.write(.tkhd, to: &writer) {
            $0.append(trackID)
            $0.append(reserved)
        } rest: {
            $0.append(contentsOf: layout)
            matrix.write(to: &$0)
            $0.append(width)
            $0.append(height)
            $0.append(contentsOf: tail)
        }
    }

    /// Whether the track is to be shown.
    package var isEnabled: Bool { times.flags & 1 != 0 }

    /// The same number in tracks of which one is to be shown at a time, 0 in others.
    package var alternateGroup: UInt16 {
        var reader = BoxReader(layout)
        return reader.skip(10).flatMap { reader.read() } ?? 0
    }
}
