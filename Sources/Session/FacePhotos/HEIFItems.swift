// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

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

    private mutating func read(_ bytes: [UInt8]) throws(BoxReader.Damage) {
        var file = BoxReader(bytes, 0..<bytes.count)
        guard var meta = try file.boxes().first(where: { $0.type == "meta" })?.content else {
            throw BoxReader.Damage()
        }
        _ = try meta.number(4)
        let boxes = try meta.boxes()
        func content(_ type: String) -> BoxReader? { boxes.first { $0.type == type }?.content }
        var primary = 0
        if var box = content("pitm") {
            primary = try box.number(try box.version() == 0 ? 2 : 4)
        }
        let places = try content("iloc").map(Self.places) ?? [:]
        let data = content("idat")
        if var box = content("iinf") {
            let count = try box.number(try box.version() == 0 ? 2 : 4)
            guard count <= Self.maximumItems else { throw BoxReader.Damage() }
            for entry in try box.boxes() where entry.type == "infe" {
                guard let item = try Item(entry.content), let place = places[item.id] else {
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
        init?(_ box: BoxReader) throws(BoxReader.Damage) {
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

        func bytes(of file: [UInt8], _ data: BoxReader?) throws(BoxReader.Damage) -> [UInt8] {
            let whole = isInData ? data?.range ?? 0..<0 : 0..<file.count
            var result: [UInt8] = []
            for (offset, length) in pieces {
                guard offset <= whole.count, length <= whole.count - offset,
                    result.count + length <= file.count
                else { throw BoxReader.Damage() }
                let start = whole.lowerBound + offset
                result += file[start..<(start + length)]
            }
            return result
        }
    }

    private static func places(_ box: BoxReader) throws(BoxReader.Damage) -> [Int: Place] {
        var box = box
        let version = try box.version()
        guard version <= 2 else { throw BoxReader.Damage() }
        let sizes = try box.number(2)
        let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
        let (baseSize, indexSize) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
        let count = try box.number(version < 2 ? 2 : 4)
        guard count <= maximumItems else { throw BoxReader.Damage() }
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
                guard !isTooGreat else { throw BoxReader.Damage() }
                place.pieces.append((sum, try box.number(lengthSize)))
            }
            if method <= 1 { places[id] = place }
        }
        return places
    }

    private mutating func readProperties(
        _ box: BoxReader, of item: Int
    ) throws(BoxReader.Damage) {
        var box = box
        let boxes = try box.boxes()
        guard var container = boxes.first(where: { $0.type == "ipco" })?.content,
            var table = boxes.first(where: { $0.type == "ipma" })?.content
        else { return }
        let properties = try container.boxes()
        let version = try table.number(1)
        let hasLongIndices = try table.number(3) & 1 == 1
        for _ in 0..<(try table.number(4)) {
            let id = try table.number(version < 1 ? 2 : 4)
            for _ in 0..<(try table.number(1)) {
                let index =
                    try table.number(hasLongIndices ? 2 : 1)
                    & (hasLongIndices ? 0x7FFF : 0x7F)
                guard id == item, index > 0, index <= properties.count else { continue }
                var property = properties[index - 1]
                if property.type == "ispe" {
                    _ = try property.content.number(4)
                    let (width, height) = (
                        try property.content.number(4), try property.content.number(4)
                    )
                    if width > 0, height > 0 { size = (width, height) }
                } else if property.type == "irot" {
                    // Quarter turns anticlockwise.
                    orientation = [1, 8, 3, 6][try property.content.number(1) & 3]
                }
            }
        }
    }
}
