internal import MovieBoxes

/// ISO/IEC 14496-12 8.4.2, Media Header (`mdhd`); version 1 where 32 bits are not enough.
struct MediaHeaderBox: Equatable {
    /// Seconds since 1904, 0 when unknown.
    var creationTime: UInt64
    var timescale: UInt32
    /// All samples together, in ticks of the media.
    var duration: UInt64
    /// Three letters of ISO 639-2 in five bits each.
    var language: UInt16

    func write(to writer: inout BoxWriter) {
        let isLong = max(creationTime, duration) > UInt64(UInt32.max)
        writer.box("mdhd", version: isLong ? 1 : 0) { writer in
            writer.append(creationTime, isLong: isLong)
            writer.append(creationTime, isLong: isLong)
            writer.append(timescale)
            writer.append(duration, isLong: isLong)
            writer.append(language)
            writer.appendZeros(2)
        }
    }
}
