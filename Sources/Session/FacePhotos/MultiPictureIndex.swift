// SPDX-License-Identifier: Apache-2.0

/// The index of a JPEG file that holds several images, such as a gain map behind the photo: where each begins, as the
/// file's first image says it in an `APP2` segment.
///
/// CIPA DC-007 5.2. Offsets count from the TIFF header of the segment, which moves when the file's header changes.
struct MultiPictureIndex {
    private static let name = Array("MPF".utf8) + [0]
    /// The tag of the list of images, of which each has 16 bytes.
    private static let listTag = 0xB002
    private static let entryLength = 16

    /// A number of four bytes, and where in the file it is.
    private struct Number {
        let position: Int
        let value: Int
    }

    /// Where the TIFF header is in the file.
    let header: Int
    private let isLittleEndian: Bool
    /// The size of the first image; `nil` where the index tells none that can be.
    private let size: Number?
    /// The offsets of the images behind the first one, but for those that lead to no image.
    private let offsets: [Number]

    /// Reads the index that a segment has; `nil` where it has none, or one that makes no sense.
    ///
    /// - Parameters:
    ///   - content: the segment's, a part of the file.
    ///   - bytes: the file.
    ///   - headerEnd: where the header of the first image ends.
    init?(_ content: ArraySlice<UInt8>, of bytes: [UInt8], headerEnd: Int) {
        guard content.starts(with: Self.name) else { return nil }
        let header = content.startIndex + Self.name.count
        let isLittleEndian: Bool
        switch Array(content[header...].prefix(4)) {
        case [0x49, 0x49, 0x2A, 0]: isLittleEndian = true
        case [0x4D, 0x4D, 0, 0x2A]: isLittleEndian = false
        default: return nil
        }
        func number(_ position: Int, _ length: Int) -> Int? {
            guard position >= header, position <= content.endIndex - length else { return nil }
            let digits = Array(content[position..<(position + length)])
            return (isLittleEndian ? digits.reversed() : digits).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(header + 4, 4).map({ header + $0 }),
            let count = number(directory, 2),
            let field = (0..<min(count, (content.endIndex - directory - 2) / 12)).map({
                directory + 2 + 12 * $0
            })
            .first(where: { number($0, 2) == Self.listTag }),
            // Bytes without a type.
            number(field + 2, 2) == 7, let length = number(field + 4, 4),
            length >= Self.entryLength, length.isMultiple(of: Self.entryLength),
            let list = number(field + 8, 4).map({ header + $0 }),
            list <= content.endIndex - length,
            let firstSize = number(list + 4, 4), number(list + 8, 4) == 0
        else { return nil }
        self.header = header
        self.isLittleEndian = isLittleEndian
        let holdsHeader = firstSize > headerEnd && firstSize <= bytes.count
        size = holdsHeader ? Number(position: list + 4, value: firstSize) : nil
        var offsets: [Number] = []
        for entry in stride(from: list, to: list + length, by: Self.entryLength).dropFirst() {
            guard let offset = number(entry + 8, 4), header + offset >= headerEnd,
                bytes.dropFirst(header + offset).starts(with: [0xFF, 0xD8])
            else { continue }
            offsets.append(Number(position: entry + 8, value: offset))
        }
        self.offsets = offsets
    }

    /// Corrects the index in a copy of the file, in which the first image is longer or shorter.
    ///
    /// - Parameters:
    ///   - copy: the copy; the segment is in it as it was.
    ///   - newHeader: where the TIFF header is in it.
    ///   - growth: by how many bytes the first image is longer.
    func correct(_ copy: inout [UInt8], header newHeader: Int, growth: Int) {
        let shift = newHeader - header
        if let size { write(size, plus: growth, to: &copy, shift) }
        for offset in offsets { write(offset, plus: growth - shift, to: &copy, shift) }
    }

    private func write(
        _ number: Number, plus difference: Int, to copy: inout [UInt8], _ shift: Int
    ) {
        // What has no room for its number would be damaged either way.
        guard let value = UInt32(exactly: number.value + difference) else { return }
        let position = number.position + shift
        let shifts: [UInt32] = isLittleEndian ? [0, 8, 16, 24] : [24, 16, 8, 0]
        for (index, bits) in shifts.enumerated() {
            copy[position + index] = UInt8(truncatingIfNeeded: value >> bits)
        }
    }
}
