// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// Where the items of a HEIF file lie (`iloc`, ISO/IEC 14496-12 8.11.3).
struct HEIFItemLocations {
    /// Where one item lies: its pieces one after the other.
    struct Item {
        var id: Int
        /// 0 in the file, 1 in `idat`, 2 in another item.
        var method = 0
        /// 0 for this very file.
        var dataReference = 0
        var pieces: [Piece] = []
    }

    /// A piece of an item.
    struct Piece {
        /// From the beginning of what it lies in.
        var offset: Int
        /// 0 for all that follows, by ISO/IEC 14496-12 8.11.3; read as nothing here, as by libheif, ExifTool and Exiv2.
        var length: Int
        var index = 0

        /// Where its bytes lie.
        var range: Range<Int> {
            let (end, isTooGreat) = offset.addingReportingOverflow(length)
            return offset..<(isTooGreat ? .max : end)
        }
    }

    /// In the order of the file.
    var items: [Item] = []
    private let version: Int
    private let hasIndices: Bool

    /// More than a photo has.
    static let maximumItems = 4096
    /// More boxes than a photo has beside each other.
    static let maximumBoxes = 65_536
    /// More than the items of a photo have together.
    private static let maximumPieces = 16_384

    /// Reads the content of the box.
    init(_ content: ArraySlice<UInt8>) throws(HEIFItems.Damage) {
        var box = BoxReader(content)
        version = try box.version()
        guard version <= 2 else { throw HEIFItems.Damage() }
        let sizes = try box.number(2)
        let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
        let (baseSize, indexSize) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
        hasIndices = indexSize > 0
        let count = try box.number(version < 2 ? 2 : 4)
        guard count <= Self.maximumItems else { throw HEIFItems.Damage() }
        var pieceCount = 0
        for _ in 0..<count {
            var item = Item(id: try box.number(version < 2 ? 2 : 4))
            item.method = version > 0 ? try box.number(2) & 15 : 0
            item.dataReference = try box.number(2)
            let base = try box.number(baseSize)
            for _ in 0..<(try box.number(2)) {
                let index = try box.number(indexSize)
                let (sum, isTooGreat) = base.addingReportingOverflow(try box.number(offsetSize))
                guard !isTooGreat else { throw HEIFItems.Damage() }
                item.pieces.append(
                    Piece(offset: sum, length: try box.number(lengthSize), index: index))
                // Those without any size take no bytes of the box: a count alone must not take memory.
                pieceCount += 1
                guard pieceCount <= Self.maximumPieces else { throw HEIFItems.Damage() }
            }
            items.append(item)
        }
    }

    /// The box, with 32 bits for each number; its size depends on the numbers of items and pieces alone.
    func makeBox() throws(HEIFItems.Damage) -> [UInt8] {
        var content = HEIFBox.number(version << 24, 4)
        content += [0x44, hasIndices ? 0x04 : 0]
        guard items.count <= 0xFFFF || version == 2 else { throw HEIFItems.Damage() }
        content += HEIFBox.number(items.count, version < 2 ? 2 : 4)
        for item in items {
            guard item.id <= (version < 2 ? 0xFFFF : 0xFFFF_FFFF), item.pieces.count <= 0xFFFF
            else { throw HEIFItems.Damage() }
            content += HEIFBox.number(item.id, version < 2 ? 2 : 4)
            if version > 0 { content += HEIFBox.number(item.method, 2) }
            content += HEIFBox.number(item.dataReference, 2)
            content += HEIFBox.number(item.pieces.count, 2)
            for piece in item.pieces {
                for number in [piece.offset, piece.length, piece.index] where number > 0xFFFF_FFFF {
                    throw HEIFItems.Damage()
                }
                if hasIndices { content += HEIFBox.number(piece.index, 4) }
                content += HEIFBox.number(piece.offset, 4) + HEIFBox.number(piece.length, 4)
            }
        }
        return HEIFBox.box("iloc", content)
    }

    /// The bytes of an item.
    func bytes(
        of item: Item, in file: [UInt8], _ data: ArraySlice<UInt8>
    ) throws(HEIFItems.Damage) -> [UInt8] {
        let whole = item.method == 1 ? data : file[...]
        var result: [UInt8] = []
        for piece in item.pieces {
            guard piece.offset <= whole.count, piece.length <= whole.count - piece.offset,
                result.count + piece.length <= file.count
            else { throw HEIFItems.Damage() }
            result += whole.dropFirst(piece.offset).prefix(piece.length)
        }
        return result
    }
}

/// Makes boxes.
enum HEIFBox {
    /// A number in so many bytes, the high one first.
    static func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// A box of less than 4 GiB.
    static func box(_ type: String, _ content: some Collection<UInt8>) -> [UInt8] {
        number(content.count + 8, 4) + Array(type.utf8) + content
    }
}

extension BoxReader {
    /// The next number of 0...8 bytes.
    mutating func number(_ count: Int) throws(HEIFItems.Damage) -> Int {
        guard count <= 8, let bytes = readBytes(count),
            let number = Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        else { throw HEIFItems.Damage() }
        return number
    }

    /// The boxes up to what is none; more than a photo has are damage.
    mutating func boxesOfPhoto() throws(HEIFItems.Damage) -> [Box] {
        var boxes: [Box] = []
        while let box = readBox(), !box.isCutShort {
            guard boxes.count < HEIFItemLocations.maximumBoxes else { throw HEIFItems.Damage() }
            boxes.append(box)
        }
        return boxes
    }

    /// The version of a box that has one.
    mutating func version() throws(HEIFItems.Damage) -> Int { try number(4) >> 24 }

    /// So many bytes of text.
    mutating func text(_ count: Int) throws(HEIFItems.Damage) -> String {
        guard let bytes = readBytes(count) else { throw HEIFItems.Damage() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Text up to the next zero.
    mutating func string() throws(HEIFItems.Damage) -> String {
        guard let end = rest.firstIndex(of: 0) else { throw HEIFItems.Damage() }
        let text = try text(end - rest.startIndex)
        _ = try number(1)
        return text
    }
}
