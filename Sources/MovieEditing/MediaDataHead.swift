internal import MovieBoxes

/// The head of ISO/IEC 14496-12 8.1.1, Media Data (`mdat`).
enum MediaDataHead {
    /// The shortest head of so many bytes of content.
    static func bytes(contentSize: Int64) -> [UInt8] {
        var writer = BoxWriter()
        if let size = UInt32(exactly: contentSize + 8) {
            writer.append(size)
            writer.append("mdat")
        } else {
            writer.append(UInt32(1))
            writer.append("mdat")
            writer.append(UInt64(clamping: contentSize + 16))
        }
        return writer.bytes
    }

    /// Exactly 16 bytes that stand at the beginning of a box of so many bytes, themselves included.
    static func sixteenBytes(boxSize: Int64) -> [UInt8] {
        let head = bytes(contentSize: boxSize - 8)
        guard head.count == 8 else { return bytes(contentSize: boxSize - 16) }
        return head + [UInt8](repeating: 0, count: 8)
    }
}
