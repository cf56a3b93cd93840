internal import MovieBoxes

/// ISO/IEC 14496-12 8.3.2, Track Header (`tkhd`); version 1 where 32 bits are not enough.
struct TrackHeaderBox: Equatable {
    /// Seconds since 1904, 0 when unknown.
    var creationTime: UInt64
    var trackID: UInt32
    /// All edits together, in ticks of the movie.
    var duration: UInt64
    /// Whether it is heard, which needs a volume.
    var hasVolume: Bool
    var matrix: TransformationMatrix
    /// Pixels before ``matrix``, 16.16 fixed-point.
    var width: UInt32
    var height: UInt32

    func write(to writer: inout BoxWriter) {
        let isLong = max(creationTime, duration) > UInt64(UInt32.max)
        // The track is enabled and part of the presentation.
        writer.box("tkhd", version: isLong ? 1 : 0, flags: 3) { writer in
            writer.append(creationTime, isLong: isLong)
            writer.append(creationTime, isLong: isLong)
            writer.append(trackID)
            writer.appendZeros(4)
            writer.append(duration, isLong: isLong)
            writer.appendZeros(12)
            writer.append(UInt16(hasVolume ? 0x100 : 0))
            writer.appendZeros(2)
            matrix.write(to: &writer)
            writer.append(width)
            writer.append(height)
        }
    }
}
