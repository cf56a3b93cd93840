// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

/// The items of a HEIF file that metadata lie in, and the primary image's size and rotation.
///
/// ISO/IEC 14496-12 8.11 and 23008-12; nothing is believed of lengths and places.
struct HEIFItems {
    /// The TIFF structure of the Exif; empty where there is none.
    private(set) var exif: [UInt8] = []
    /// The XMP packet; empty where there is none.
    private(set) var xmp: [UInt8] = []
    /// Stored pixels a row and rows; `nil` where the file does not say.
    private(set) var size: (width: Int, height: Int)?
    /// Exif's number for how the primary image is turned.
    private(set) var orientation = 1

    /// What was read ends early, or makes no sense.
    fileprivate struct Damage: Error {}

    /// More than a photo has.
    private static let maximumItems = 4096

    /// Whether a file's first bytes are those of HEVC in HEIF.
    static func begins(_ bytes: some Collection<UInt8>) -> Bool {
        let head = Array(bytes.prefix(12))
        guard head.count == 12, head[4..<8].elementsEqual("ftyp".utf8) else { return false }
        return ["heic", "heix", "mif1"].contains { head[8...].elementsEqual($0.utf8) }
    }

    /// Reads the items; throws `mediaDamaged` where there are none, or they end early.
    init(_ bytes: [UInt8]) throws(FacecapError) {
        do {
            try read(bytes)
        } catch {
            throw FacecapError(
                .mediaDamaged, "The items of the HEIC file make no sense; take a whole one.")
        }
    }

    private mutating func read(_ bytes: [UInt8]) throws(Damage) {
        guard var meta = BoxReader(bytes).firstBox("meta").map({ BoxReader($0.content) }) else {
            throw Damage()
        }
        _ = try meta.number(4)
        let boxes = meta.readBoxes()
        func content(_ type: FourCharacterCode) -> BoxReader? {
            boxes.first { $0.type == type }.map { BoxReader($0.content) }
        }
        var primary = 0
        if var box = content("pitm") {
            primary = try box.number(try box.version() == 0 ? 2 : 4)
        }
        let places = try content("iloc").map(Self.places) ?? [:]
        let data = content("idat")?.rest ?? []
        if var box = content("iinf") {
            let count = try box.number(try box.version() == 0 ? 2 : 4)
            guard count <= Self.maximumItems else { throw Damage() }
            for entry in box.readBoxes() where entry.type == "infe" {
                guard let item = try Item(BoxReader(entry.content)), let place = places[item.id]
                else {
                    continue
                }
                if item.type == "Exif", exif.isEmpty {
                    exif = Self.tiff(try place.bytes(of: bytes, data))
                } else if item.isXMP, xmp.isEmpty {
                    xmp = try place.bytes(of: bytes, data)
                }
            }
        }
        if let box = content("iprp") { try readProperties(box, of: primary) }
    }

    /// What follows the offset to the TIFF header.
    private static func tiff(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > 4 else { return [] }
        let offset = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        return Array(bytes.dropFirst(4).dropFirst(min(offset, bytes.count)))
    }

    private struct Item {
        let id: Int
        let type: String
        var isXMP = false

        /// `nil` for a version that says no type.
        init?(_ box: BoxReader) throws(Damage) {
            var box = box
            let version = try box.version()
            guard version == 2 || version == 3 else { return nil }
            id = try box.number(version == 2 ? 2 : 4)
            _ = try box.number(2)
            type = try box.text(4)
            guard type == "mime" else { return }
            _ = try box.string()
            isXMP = try box.string() == "application/rdf+xml"
        }
    }

    /// Where an item lies: its pieces one after the other.
    private struct Place {
        let isInData: Bool
        var pieces: [(offset: Int, length: Int)] = []

        func bytes(of file: [UInt8], _ data: ArraySlice<UInt8>) throws(Damage) -> [UInt8] {
            let whole = isInData ? data : file[...]
            var result: [UInt8] = []
            for (offset, length) in pieces {
                guard offset <= whole.count, length <= whole.count - offset,
                    result.count + length <= file.count
                else { throw Damage() }
                result += whole.dropFirst(offset).prefix(length)
            }
            return result
        }
    }

    private static func places(_ box: BoxReader) throws(Damage) -> [Int: Place] {
        var box = box
        let version = try box.version()
        guard version <= 2 else { throw Damage() }
        let sizes = try box.number(2)
        let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
        let (baseSize, indexSize) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
        let count = try box.number(version < 2 ? 2 : 4)
        guard count <= maximumItems else { throw Damage() }
        var places: [Int: Place] = [:]
        for _ in 0..<count {
            let id = try box.number(version < 2 ? 2 : 4)
            let method = version > 0 ? try box.number(2) & 15 : 0
            _ = try box.number(2)
            let base = try box.number(baseSize)
            var place = Place(isInData: method == 1)
            for _ in 0..<(try box.number(2)) {
                _ = try box.number(indexSize)
                let (sum, isTooGreat) = base.addingReportingOverflow(try box.number(offsetSize))
                guard !isTooGreat else { throw Damage() }
                place.pieces.append((sum, try box.number(lengthSize)))
            }
            if method <= 1 { places[id] = place }
        }
        return places
    }

    private mutating func readProperties(
        _ box: BoxReader, of item: Int
    ) throws(Damage) {
        guard let container = box.firstBox("ipco")?.content,
            var table = box.firstBox("ipma").map({ BoxReader($0.content) })
        else { return }
        var properties = BoxReader(container)
        let kinds = properties.readBoxes()
        let version = try table.number(1)
        let hasLongIndices = try table.number(3) & 1 == 1
        for _ in 0..<(try table.number(4)) {
            let id = try table.number(version < 1 ? 2 : 4)
            for _ in 0..<(try table.number(1)) {
                let index =
                    try table.number(hasLongIndices ? 2 : 1)
                    & (hasLongIndices ? 0x7FFF : 0x7F)
                guard id == item, index > 0, index <= kinds.count else { continue }
                let kind = kinds[index - 1].type
                var property = BoxReader(kinds[index - 1].content)
                if kind == "ispe" {
                    _ = try property.number(4)
                    let (width, height) = (
                        try property.number(4), try property.number(4)
                    )
                    if width > 0, height > 0 { size = (width, height) }
                } else if kind == "irot" {
                    // Quarter turns anticlockwise.
                    orientation = [1, 8, 3, 6][try property.number(1) & 3]
                }
            }
        }
    }
}

extension BoxReader {
    /// The next number of 0...8 bytes.
    fileprivate mutating func number(_ count: Int) throws(HEIFItems.Damage) -> Int {
        guard count <= 8, let bytes = readBytes(count),
            let number = Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        else { throw HEIFItems.Damage() }
        return number
    }

    /// The version of a box that has one.
    fileprivate mutating func version() throws(HEIFItems.Damage) -> Int { try number(4) >> 24 }

    /// So many bytes of text.
    fileprivate mutating func text(_ count: Int) throws(HEIFItems.Damage) -> String {
        guard let bytes = readBytes(count) else { throw HEIFItems.Damage() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Text up to the next zero.
    fileprivate mutating func string() throws(HEIFItems.Damage) -> String {
        guard let end = rest.firstIndex(of: 0) else { throw HEIFItems.Damage() }
        let text = try text(end - rest.startIndex)
        _ = try number(1)
        return text
    }
}
