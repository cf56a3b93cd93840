internal import MovieBoxes

/// ISO/IEC 14496-12 8.2.2, Movie Header (`mvhd`); version 1 where 32 bits are not enough.
struct MovieHeaderBox: Equatable {
    /// Seconds since 1904, 0 when unknown.
    var creationTime: UInt64
    /// Ticks a second of durations and edits.
    var timescale: UInt32
    /// The longest track's duration.
    var duration: UInt64
    /// A number above all track numbers.
    var nextTrackID: UInt32

    func write(to writer: inout BoxWriter) {
        let isLong = max(creationTime, duration) > UInt64(UInt32.max)
        writer.box("mvhd", version: isLong ? 1 : 0) { writer in
            writer.append(creationTime, isLong: isLong)
            writer.append(creationTime, isLong: isLong)
            writer.append(timescale)
            writer.append(duration, isLong: isLong)
            writer.append(UInt32(0x1_0000))  // rate 1.0
            writer.append(UInt16(0x100))  // volume 1.0
            writer.appendZeros(10)
            TransformationMatrix.identity.write(to: &writer)
            writer.appendZeros(24)
            writer.append(nextTrackID)
        }
    }
}

extension BoxWriter {
    /// A number of 64 bits, or its low 32.
    mutating func append(_ value: UInt64, isLong: Bool) {
        if isLong { append(value) } else { append(UInt32(truncatingIfNeeded: value)) }
    }
}
