// SPDX-License-Identifier: Apache-2.0
internal import MediaCodecs

extension MediaPacket {
    /// Whether it holds the beginning of a JPEG image and not its end, of which decoders make up the rest.
    var isCutJPEG: Bool {
        let bytes = bytes
        if bytes.suffix(2).elementsEqual([0xFF, 0xD9]) { return false }
        let image = JPEGImage { offset, count in
            Array(bytes.dropFirst(Int(clamping: offset)).prefix(count))
        }
        return image.map { $0.end == nil } ?? false
    }
}
