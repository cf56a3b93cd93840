internal import MovieBoxes

/// The head of ISO/IEC 14496-12 8.1.1, Media Data (`mdat`); the samples follow it.
struct MediaDataHeader: Equatable {
    /// Bytes that follow the 8 bytes of a short head.
    var contentSize: UInt64

    /// The short head: 32 bits of size, which the content of a fragment never exceeds.
    func write(to writer: inout BoxWriter) {
        writer.append(UInt32(truncatingIfNeeded: contentSize + 8))
        writer.append("mdat" as FourCharacterCode)
    }

    /// Exactly 16 bytes, of which the last 8 count as content while 32 bits of size are enough.
    func writeSixteenBytes(to writer: inout BoxWriter) {
        let size = contentSize + 8
        if let size = UInt32(exactly: size) {
            writer.append(size)
            writer.append("mdat" as FourCharacterCode)
            writer.append(UInt64(0))
        } else {
            writer.append(UInt32(1))
            writer.append("mdat" as FourCharacterCode)
            writer.append(size)
        }
    }
}
