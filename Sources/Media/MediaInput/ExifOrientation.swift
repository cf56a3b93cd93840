// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Reads how an image is displayed from its Exif where FFmpeg passes it over: PNG and TIFF.
///
/// Source: TIFF 6.0, section 2; the eXIf chunk of PNG, third edition, 11.3.4.5.
enum ExifOrientation {
    /// What an image says; `nil` where it says nothing, or is of another format.
    static func of(_ image: UnsafeRawBufferPointer) -> VideoOrientation? {
        if image.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return exif(ofPNG: image).flatMap(ofTIFF)
        }
        return ofTIFF(image[...])
    }

    /// The content of the chunk that holds a TIFF structure.
    private static func exif(ofPNG image: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>?
    {
        var rest = image.dropFirst(8)
        while rest.count >= 12 {
            let length = number(rest, at: 0, 4, isLittleEndian: false)
            guard length <= rest.count - 12 else { return nil }
            if rest.dropFirst(4).starts(with: Array("eXIf".utf8)) {
                return rest.dropFirst(8).prefix(length)
            }
            rest = rest.dropFirst(12 + length)
        }
        return nil
    }

    /// What the first directory of a TIFF structure says.
    private static func ofTIFF(_ tiff: Slice<UnsafeRawBufferPointer>) -> VideoOrientation? {
        guard tiff.count >= 8 else { return nil }
        let isLittleEndian = tiff.starts(with: [0x49, 0x49, 42, 0])
        guard isLittleEndian || tiff.starts(with: [0x4D, 0x4D, 0, 42]) else { return nil }
        func value(_ offset: Int, _ count: Int) -> Int {
            number(tiff, at: offset, count, isLittleEndian: isLittleEndian)
        }
        let directory = value(4, 4)
        guard directory <= tiff.count - 2 else { return nil }
        let entries = min(value(directory, 2), (tiff.count - directory - 2) / 12)
        for entry in (0..<entries).map({ directory + 2 + $0 * 12 }) where value(entry, 2) == 0x112 {
            // One SHORT.
            guard value(entry + 2, 2) == 3, value(entry + 4, 4) == 1 else { return nil }
            return VideoOrientation(exif: value(entry + 8, 2))
        }
        return nil
    }

    /// A number of some bytes, which must be there.
    private static func number(
        _ bytes: Slice<UnsafeRawBufferPointer>, at offset: Int, _ count: Int, isLittleEndian: Bool
    ) -> Int {
        let bytes = bytes.dropFirst(offset).prefix(count)
        let ordered = isLittleEndian ? Array(bytes.reversed()) : Array(bytes)
        return ordered.reduce(0) { $0 << 8 | Int($1) }
    }
}
