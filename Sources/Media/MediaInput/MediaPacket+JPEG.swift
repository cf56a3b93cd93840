// SPDX-License-Identifier: Apache-2.0
internal import MediaCodecs

extension MediaPacket {
    /// Whether it holds the beginning of a JPEG image and not its end, of which decoders make up the rest.
    ///
    /// Source: ISO/IEC 10918-1, B.1.
    var isCutJPEG: Bool {
        let bytes = bytes
        guard bytes.starts(with: [0xFF, 0xD8]) else { return false }
        var position = 2
        // Segments have a length; there may be a whole image in one of them.
        while position + 3 < bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            if marker == 0xDA { break }
            let hasLength = !(0xD0...0xD9).contains(marker) && marker != 0x01 && marker != 0xFF
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            position += hasLength ? 2 + length : marker == 0xFF ? 1 : 2
        }
        // In what is encoded, 0 or a restart marker follows each 0xFF.
        while position + 1 < bytes.count {
            if bytes[position] == 0xFF, bytes[position + 1] == 0xD9 { return false }
            position += 1
        }
        return true
    }
}
