// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

extension HEIFItems {
    /// The file with another XMP packet, which lies at its end; the bytes of all images and of other metadata stay as they
    /// are, only as much further back as the list of items has grown. The packet before it is overwritten with zeros.
    ///
    /// - Parameter newPacket: empty for one without properties; a file without a packet stays as it is then.
    ///
    /// Throws `mediaUnreadable` for a file that holds a sequence too, whose bytes may not move, and `mediaDamaged`.
    func replacing(xmp newPacket: [UInt8]) throws(FacecapError) -> [UInt8] {
        let boxes = try wholeBoxes()
        if boxes.contains(where: { ["moov", "moof"].contains($0.type) }) {
            throw FacecapError(
                .mediaUnreadable,
                "The HEIC file holds a sequence of images; faces are added to still images alone.")
        }
        if newPacket.isEmpty, xmp.isEmpty { return file }
        let packet = newPacket.isEmpty ? Self.emptyPacket : newPacket
        let changed: [UInt8]
        do throws(Damage) {
            changed = try rebuilt(boxes, packet)
        } catch {
            throw .damagedItems
        }
        // What others read of it is what was written.
        let check = try HEIFItems(changed)
        guard check.xmp == packet, check.exif == exif else { throw .damagedItems }
        return changed
    }

    /// XMP without properties: an item of no length would be the whole file.
    private static let emptyPacket = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>
        """.utf8)

    /// The boxes of the file, the last one of which says where it ends.
    private func wholeBoxes() throws(FacecapError) -> [BoxReader.Box] {
        var reader = BoxReader(file)
        guard let boxes = try? reader.boxesOfPhoto(), reader.isAtEnd, let last = boxes.last,
            last.bytes.prefix(4).contains(where: { $0 != 0 })
        else { throw .damagedItems }
        return boxes
    }

    private func rebuilt(
        _ boxes: [BoxReader.Box], _ packet: [UInt8]
    ) throws(Damage) -> [UInt8] {
        guard let meta = boxes.first(where: { $0.type == "meta" }) else { throw Damage() }
        var reader = BoxReader(meta.content)
        let flags = HEIFBox.number(try reader.number(4), 4)
        let children = try reader.boxesOfPhoto()
        guard reader.isAtEnd,
            let places = children.first(where: { $0.type == "iloc" })
        else { throw Damage() }
        var locations = try HEIFItemLocations(places.content)
        let item = if let xmpItem { xmpItem } else { try newItem(locations, children) }
        let old = locations.items.last { $0.id == item }
        locations.items.removeAll { $0.id == item }
        let others = locations.items
        locations.items.append(
            .init(id: item, pieces: [.init(offset: 0, length: packet.count)]))
        func box(_ child: BoxReader.Box, _ locations: HEIFItemLocations) throws(Damage) -> [UInt8] {
            switch child.type {
            case "iloc": return try locations.makeBox()
            case "iinf" where xmpItem == nil: return try Self.adding(item, to: child)
            case "iref" where xmpItem == nil:
                return HEIFBox.box(
                    "iref", child.content + (try Self.reference(item, primaryItem, child.content)))
            case "idat":
                let own = Array(child.content)
                return HEIFBox.box(
                    "idat",
                    try Self.wiped(own, old, others, method: 1, within: [own.indices]))
            default: return Array(child.bytes)
            }
        }
        func metaBox(_ locations: HEIFItemLocations) throws(Damage) -> [UInt8] {
            var content = flags
            for child in children { content += try box(child, locations) }
            if xmpItem == nil, !children.contains(where: { $0.type == "iref" }) {
                let head = HEIFBox.number(0, 4)
                content += HEIFBox.box(
                    "iref", head + (try Self.reference(item, primaryItem, head[...])))
            }
            return HEIFBox.box("meta", content)
        }
        // The size of the box does not depend on the places in it.
        let growth = try metaBox(locations).count - meta.bytes.count
        try locations.move(behind: meta.bytes.startIndex..<meta.bytes.endIndex, by: growth)
        let end = file.count + growth
        locations.items[locations.items.count - 1].pieces[0].offset = end + 8
        let media = boxes.filter { $0.type == "mdat" }.map(\.content.indices)
        let wiped = try Self.wiped(file, old, others, method: 0, within: media)
        return try Array(wiped[..<meta.bytes.startIndex]) + metaBox(locations)
            + wiped[meta.bytes.endIndex...] + HEIFBox.box("mdat", packet)
    }

    /// A number that no item has, and no group of items.
    private func newItem(
        _ locations: HEIFItemLocations, _ children: [BoxReader.Box]
    ) throws(Damage) -> Int {
        var known = locations.items.map(\.id) + [primaryItem]
        if let list = children.first(where: { $0.type == "iinf" }) {
            var reader = BoxReader(list.content)
            _ = try reader.number(try reader.version() == 0 ? 2 : 4)
            for entry in try reader.boxesOfPhoto() where entry.type == "infe" {
                if let item = try Item(BoxReader(entry.content)) { known.append(item.id) }
            }
        }
        let groups = try Self.groups(children)
        var item = (known.max() ?? 0) + 1
        while groups.contains(item) { item += 1 }
        guard item <= 0xFFFF else { throw Damage() }
        return item
    }

    /// The numbers of the groups of items (`grpl`, ISO/IEC 14496-12 8.18).
    private static func groups(_ children: [BoxReader.Box]) throws(Damage) -> Set<Int> {
        guard let list = children.first(where: { $0.type == "grpl" }) else { return [] }
        var reader = BoxReader(list.content)
        var numbers: Set<Int> = []
        for group in try reader.boxesOfPhoto() {
            var group = BoxReader(group.content)
            _ = try group.version()
            numbers.insert(try group.number(4))
        }
        return numbers
    }

    /// `iinf` with an entry for XMP.
    private static func adding(_ item: Int, to list: BoxReader.Box) throws(Damage) -> [UInt8] {
        var reader = BoxReader(list.content)
        let version = try reader.version()
        let size = version == 0 ? 2 : 4
        let count = try reader.number(size) + 1
        guard count <= HEIFItemLocations.maximumItems else { throw Damage() }
        let entry =
            HEIFBox.number(2 << 24, 4) + HEIFBox.number(item, 2) + HEIFBox.number(0, 2)
            + Array("mime\0application/rdf+xml\0".utf8)
        return HEIFBox.box(
            "iinf",
            Array(list.content.prefix(4)) + HEIFBox.number(count, size) + reader.rest
                + HEIFBox.box("infe", entry))
    }

    /// What says that the item describes the image, for an `iref` of a version.
    private static func reference(
        _ item: Int, _ image: Int, _ list: ArraySlice<UInt8>
    ) throws(Damage) -> [UInt8] {
        var reader = BoxReader(list)
        let size = try reader.version() == 0 ? 2 : 4
        guard size == 4 || image <= 0xFFFF else { throw Damage() }
        return HEIFBox.box(
            "cdsc",
            HEIFBox.number(item, size) + HEIFBox.number(1, 2) + HEIFBox.number(image, size))
    }

    /// Bytes in which an item is zeros, unless another one has some of them too; damage where it lies beside the `media`,
    /// which ascend.
    private static func wiped(
        _ bytes: [UInt8], _ old: HEIFItemLocations.Item?, _ others: [HEIFItemLocations.Item],
        method: Int, within media: [Range<Int>]
    ) throws(Damage) -> [UInt8] {
        guard let old, old.method == method, old.dataReference == 0 else { return bytes }
        let ranges = old.pieces.map(\.range)
        let isShared = others.contains { other in
            other.method == method
                && other.pieces.contains { piece in
                    piece.length == 0 || ranges.contains { $0.overlaps(piece.range) }
                }
        }
        guard !isShared else { return bytes }
        // Both ascend: none is looked at twice.
        var (bytes, media) = (bytes, media[...])
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            media = media.drop { $0.upperBound <= range.lowerBound }
            guard media.first?.clamped(to: range) == range else { throw Damage() }
            bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
        }
        return bytes
    }
}

extension HEIFItemLocations {
    /// Notes that a part of the file has grown.
    fileprivate mutating func move(
        behind part: Range<Int>, by growth: Int
    ) throws(HEIFItems.Damage) {
        for item in items.indices where items[item].method == 0 && items[item].dataReference == 0 {
            for piece in items[item].pieces.indices {
                let offset = items[item].pieces[piece].offset
                // Bytes of the list of items itself may be elsewhere in the new one.
                guard !part.contains(offset) else { throw HEIFItems.Damage() }
                if offset >= part.upperBound { items[item].pieces[piece].offset += growth }
            }
        }
    }
}
