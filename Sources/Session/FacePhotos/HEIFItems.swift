// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MediaCodecs
internal import MovieBoxes

/// The items of a HEIF file that metadata lie in, and how its primary image is displayed.
///
/// ISO/IEC 14496-12 8.11 and 23008-12; nothing is believed of lengths and places.
struct HEIFItems {
    /// The whole file.
    let file: [UInt8]
    /// The TIFF structure of the primary image's Exif; empty where there is none.
    private(set) var exif: [UInt8] = []
    /// The XMP packet of the primary image; empty where there is none.
    private(set) var xmp: [UInt8] = []
    /// The item that the XMP packet is; `nil` where there is none.
    private(set) var xmpItem: Int?
    /// The item that the image is.
    private(set) var primaryItem = 0
    /// How the primary image is displayed.
    private(set) var display = Display()

    /// Stored pixels, and what `clap`, `irot` and `imir` make of them.
    struct Display {
        /// Stored pixels a row and rows; `nil` where the file does not say.
        fileprivate(set) var storedSize: Size?
        /// Displayed pixels a row and rows.
        fileprivate(set) var displayedSize: Size?
        /// From the normalized stored image to the normalized displayed one.
        fileprivate(set) var displayedFromStored = CoordinateTransform.identity
        /// The turn and the mirroring in it.
        fileprivate(set) var orientation = VideoOrientation.upright
    }

    /// What was read ends early, or makes no sense.
    struct Damage: Error {}

    /// Of one item; images have up to ten.
    private static let maximumPropertyCount = 256
    /// Items of metadata that are read where those before are empty.
    private static let maximumReadCount = 8

    /// Whether a file's first bytes are those of HEVC in HEIF.
    static func begins(_ bytes: some Collection<UInt8>) -> Bool {
        HEIFDecoder.brand(bytes).map(["heic", "heix", "mif1"].contains) ?? false
    }

    /// Reads the items; throws `mediaDamaged` where there are none, or they end early.
    init(_ bytes: [UInt8]) throws(FacecapError) {
        file = bytes
        do {
            try read()
        } catch {
            throw .damagedItems
        }
    }

    private mutating func read() throws(Damage) {
        guard var meta = BoxReader(file).firstBox("meta").map({ BoxReader($0.content) }) else {
            throw Damage()
        }
        _ = try meta.number(4)
        let boxes = try meta.boxesOfPhoto()
        func content(_ type: FourCharacterCode) -> BoxReader? {
            boxes.first { $0.type == type }.map { BoxReader($0.content) }
        }
        if var box = content("pitm") {
            primaryItem = try box.number(try box.version() == 0 ? 2 : 4)
        }
        let locations = try content("iloc").map { (box) throws(Damage) in
            try HEIFItemLocations(box.rest)
        }
        let data = content("idat")?.rest ?? []
        if let box = content("iinf"), let locations {
            var others: Set<Int> = []
            if let references = content("iref") { others = try itemsOfOtherImages(references) }
            try readMetadata(box, at: locations, data, exceptFor: others)
        }
        if let box = content("iprp") { try readProperties(box, of: primaryItem) }
    }

    /// Reads the Exif and the XMP of the items in `iinf`.
    private mutating func readMetadata(
        _ list: BoxReader, at locations: HEIFItemLocations, _ data: ArraySlice<UInt8>,
        exceptFor others: Set<Int>
    ) throws(Damage) {
        var list = list
        let count = try list.number(try list.version() == 0 ? 2 : 4)
        guard count <= HEIFItemLocations.maximumItems else { throw Damage() }
        var readCount = 0
        for entry in try list.boxesOfPhoto().prefix(count) where entry.type == "infe" {
            guard let item = try Item(BoxReader(entry.content)), !others.contains(item.id),
                let place = locations.items.last(where: { $0.id == item.id }),
                place.method <= 1, readCount < Self.maximumReadCount
            else { continue }
            if item.type == "Exif", exif.isEmpty {
                readCount += 1
                exif = Self.tiff(try locations.bytes(of: place, in: file, data))
            } else if item.isXMP, xmp.isEmpty {
                readCount += 1
                xmp = try locations.bytes(of: place, in: file, data)
                xmpItem = item.id
            }
        }
    }

    /// The items that describe images (`cdsc` in `iref`, ISO/IEC 14496-12 8.11.12), but not the primary one.
    private func itemsOfOtherImages(_ references: BoxReader) throws(Damage) -> Set<Int> {
        var references = references
        let size = try references.version() == 0 ? 2 : 4
        var (own, others): (Set<Int>, Set<Int>) = ([], [])
        for reference in try references.boxesOfPhoto() where reference.type == "cdsc" {
            var reference = BoxReader(reference.content)
            let item = try reference.number(size)
            var isOwn = false
            for _ in 0..<(try reference.number(2)) {
                if try reference.number(size) == primaryItem { isOwn = true }
            }
            if isOwn { own.insert(item) } else { others.insert(item) }
        }
        return others.subtracting(own)
    }

    /// What follows the offset to the TIFF header.
    private static func tiff(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > 4 else { return [] }
        let offset = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        return Array(bytes.dropFirst(4).dropFirst(min(offset, bytes.count)))
    }

    /// An entry of `iinf`.
    struct Item {
        let id: Int
        let type: String
        private(set) var isXMP = false

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

    private mutating func readProperties(
        _ box: BoxReader, of item: Int
    ) throws(Damage) {
        guard let container = box.firstBox("ipco")?.content,
            var table = box.firstBox("ipma").map({ BoxReader($0.content) })
        else { return }
        var properties = BoxReader(container)
        let kinds = try properties.boxesOfPhoto()
        let version = try table.number(1)
        let hasLongIndices = try table.number(3) & 1 == 1
        var own: [BoxReader.Box] = []
        for _ in 0..<(try table.number(4)) {
            let id = try table.number(version < 1 ? 2 : 4)
            for _ in 0..<(try table.number(1)) {
                let index =
                    try table.number(hasLongIndices ? 2 : 1)
                    & (hasLongIndices ? 0x7FFF : 0x7F)
                guard id == item, index > 0, index <= kinds.count else { continue }
                own.append(kinds[index - 1])
                guard own.count <= Self.maximumPropertyCount else { throw Damage() }
            }
        }
        for property in own where property.type == "ispe" { try display.readSize(property) }
        // In the order in which they are applied.
        for property in own { try display.apply(property) }
    }
}

extension HEIFItems.Display {
    fileprivate mutating func readSize(_ box: BoxReader.Box) throws(HEIFItems.Damage) {
        var property = BoxReader(box.content)
        _ = try property.number(4)
        let (width, height) = (try property.number(4), try property.number(4))
        guard width > 0, height > 0 else { return }
        storedSize = Size(width: Double(width), height: Double(height))
        displayedSize = storedSize
    }

    /// Applies a property that changes how the image is displayed (ISO/IEC 23008-12 6.5.9, 6.5.10, 6.5.12).
    fileprivate mutating func apply(_ box: BoxReader.Box) throws(HEIFItems.Damage) {
        var property = BoxReader(box.content)
        switch box.type {
        case "irot":
            let quarters = try property.number(1) & 3
            // Anticlockwise.
            turn(VideoOrientation(nearestTo: Double(-90 * quarters)))
        case "imir":
            // About an upright axis, or about a level one.
            turn(
                try property.number(1) & 1 == 0
                    ? .mirrored : VideoOrientation(nearestTo: 180, isMirrored: true))
        case "clap": try crop(&property)
        default: break
        }
    }

    private mutating func turn(_ next: VideoOrientation) {
        orientation = orientation.followed(by: next)
        displayedFromStored = displayedFromStored.then(.displayedFromStored(orientation: next))
        if next.exchangesSides, let size = displayedSize {
            displayedSize = Size(width: size.height, height: size.width)
        }
    }

    /// ISO/IEC 14496-12 12.1.4.
    private mutating func crop(_ property: inout BoxReader) throws(HEIFItems.Damage) {
        var values: [Double] = []
        for _ in 0..<4 {
            let numerator = Int32(truncatingIfNeeded: try property.number(4))
            values.append(Double(numerator) / Double(try property.number(4)))
        }
        guard let whole = displayedSize else { return }
        let (width, height) = (values[0].rounded(), values[1].rounded())
        let left = (values[2] + (whole.width - width) / 2).rounded()
        let top = (values[3] + (whole.height - height) / 2).rounded()
        // Of what is not inside, decoders make what they like.
        guard width >= 1, height >= 1, left >= 0, top >= 0, left + width <= whole.width,
            top + height <= whole.height
        else { return }
        displayedSize = Size(width: width, height: height)
        displayedFromStored = displayedFromStored.then(
            .scale(
                x: whole.width / width, y: whole.height / height, thenShiftX: -left / width,
                y: -top / height))
    }
}

extension FacecapError {
    /// Items of a HEIF file that cannot be read.
    static var damagedItems: FacecapError {
        FacecapError(
            .mediaDamaged, "The items of the HEIC file are inconsistent; use an undamaged file.")
    }
}
