// SPDX-License-Identifier: Apache-2.0

/// Where a JPEG image ends among other bytes, and what it says of others behind it.
///
/// Source: ISO/IEC 10918-1, B.1; the multi-picture index is that of CIPA DC-007, 5.2.
struct JPEGImage {
    /// What lies behind the first image of a file.
    enum Sequel { case frameOfVideo, partOfPhoto, unknown }

    /// Gives bytes from an offset on, fewer at the end.
    typealias Reading = (_ offset: Int64, _ count: Int) -> [UInt8]

    /// Pixels; `nil` where the frame header is missing.
    private(set) var size: (width: Int, height: Int)?
    /// Whether it lists images behind it, as photos do that have a preview or a depth map.
    private(set) var listsOtherImages = false
    /// Where its last byte is passed; `nil` where it is cut short.
    private(set) var end: Int64?

    /// A larger image is not searched for what lies behind it.
    private static let maximumByteCount: Int64 = 64 << 20
    /// Bytes of fill between the frames of cameras.
    private static let maximumFill = 4096

    /// The image that begins at an offset; `nil` where none does. Its end is looked for in so many bytes.
    init?(at start: Int64 = 0, searching limit: Int64 = .max, read: Reading) {
        guard read(start, 2) == [0xFF, 0xD8] else { return nil }
        var position = start + 2
        // Segments have a length; there may be a whole image in one of them.
        while position - start < limit {
            let head = read(position, 9)
            guard head.count > 3, head[0] == 0xFF, head[1] != 0xDA else { break }
            let hasLength = !(0xD0...0xD9).contains(head[1]) && head[1] != 0x01 && head[1] != 0xFF
            if hasLength { take(head) }
            position +=
                hasLength ? 2 + Int64(head[2]) << 8 + Int64(head[3]) : head[1] == 0xFF ? 1 : 2
        }
        end = Self.end(after: position, searching: limit, read: read)
    }

    /// Notes what a segment says, of which these are the first bytes.
    private mutating func take(_ head: [UInt8]) {
        let (marker, isLong) = (head[1], head.count == 9)
        let isFrameHeader =
            (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
        if isFrameHeader, isLong, size == nil {
            size = (Int(head[7]) << 8 + Int(head[8]), Int(head[5]) << 8 + Int(head[6]))
        }
        if marker == 0xE2, head.dropFirst(4).starts(with: Array("MPF\0".utf8)) {
            listsOtherImages = true
        }
    }

    /// Where the marker of the end is passed: in what is encoded, 0 or a restart marker follows each 0xFF.
    private static func end(
        after start: Int64, searching limit: Int64, read: Reading
    ) -> Int64? {
        var position = start
        while position - start < limit {
            let bytes = read(position, 64 << 10)
            guard bytes.count > 1 else { return nil }
            for index in 1..<bytes.count where bytes[index] == 0xD9 && bytes[index - 1] == 0xFF {
                return position + Int64(index) + 1
            }
            position += Int64(bytes.count) - 1
        }
        return nil
    }

    /// What lies behind the image that a file begins with: the next frame of a video has its size, and is not
    /// listed in it.
    static func sequel(read: Reading) -> Sequel {
        guard let first = JPEGImage(searching: maximumByteCount, read: read),
            let size = first.size, let end = first.end
        else { return .unknown }
        if first.listsOtherImages { return .partOfPhoto }
        let fill = read(end, maximumFill).prefix { $0 == 0 }.count
        let start = end + Int64(fill)
        // A photo may have a movie behind it, of which the size of the first box is fill in part.
        if read(start, 8).firstRange(of: Array("ftyp".utf8)) != nil { return .partOfPhoto }
        guard let other = JPEGImage(at: start, searching: maximumByteCount, read: read)?.size else {
            return .unknown
        }
        return other == size ? .frameOfVideo : .partOfPhoto
    }
}
