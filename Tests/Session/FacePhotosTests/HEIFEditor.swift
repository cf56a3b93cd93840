// SPDX-License-Identifier: Apache-2.0
import MovieBoxes
import Testing

@testable import FacePhotos

/// Adds to a HEIF file what its writers here cannot: properties of its image, a grid of images, Exif.
struct HEIFEditor {
    private let head: [UInt8]
    private let tail: [UInt8]
    private let flags: [UInt8]
    /// Where the tail was.
    private let oldTail: Int
    private var children: [(type: String, content: [UInt8])] = []
    private var locations: HEIFItemLocations
    private var data: [UInt8] = []

    init(_ file: [UInt8]) throws {
        let boxes = try Self.boxes(file)
        let meta = try #require(boxes.first { $0.type == "meta" })
        head = Array(file[..<meta.bytes.startIndex])
        tail = Array(file[meta.bytes.endIndex...])
        oldTail = meta.bytes.endIndex
        flags = Array(meta.content.prefix(4))
        for child in try Self.boxes(Array(meta.content.dropFirst(4))) {
            children.append((child.type.description, Array(child.content)))
        }
        locations = try HEIFItemLocations(
            #require(children.first { $0.type == "iloc" }).content[...])
    }

    private static func boxes(_ bytes: [UInt8]) throws -> [BoxReader.Box] {
        var reader = BoxReader(bytes)
        let boxes = reader.readBoxes()
        try #require(reader.isAtEnd)
        return boxes
    }

    private mutating func change(_ type: String, _ change: ([UInt8]) throws -> [UInt8]) throws {
        let index = try #require(children.firstIndex { $0.type == type })
        children[index].content = try change(children[index].content)
    }

    /// The number of the primary image.
    var primaryItem: Int {
        get throws {
            let content = try #require(children.first { $0.type == "pitm" }).content
            return Int(content[4]) << 8 | Int(content[5])
        }
    }

    /// Adds a property to an image, behind those that it has.
    mutating func add(property type: String, _ content: [UInt8], to item: Int) throws {
        try change("iprp") { iprp in
            var changed: [UInt8] = []
            var number = 0
            for box in try Self.boxes(iprp) {
                if box.type == "ipco" {
                    number = try Self.boxes(Array(box.content)).count + 1
                    changed += HEIFBox.box("ipco", box.content + HEIFBox.box(type, content))
                } else {
                    changed += HEIFBox.box(
                        "ipma", try Self.associating(item, number, Array(box.content)))
                }
            }
            return changed
        }
    }

    private static func associating(
        _ item: Int, _ property: Int, _ content: [UInt8]
    ) throws -> [UInt8] {
        try #require(property < 128 && content[0] == 0 && content[3] & 1 == 0)
        var entries: [(item: Int, indices: [UInt8])] = []
        var reader = BoxReader(content)
        _ = try reader.number(4)
        for _ in 0..<(try reader.number(4)) {
            let item = try reader.number(2)
            let count = try reader.number(1)
            let indices = reader.readBytes(count)
            entries.append((item, Array(try #require(indices))))
        }
        // Essential.
        let index = UInt8(property) | 0x80
        if let known = entries.firstIndex(where: { $0.item == item }) {
            entries[known].indices.append(index)
        } else {
            entries.append((item, [index]))
        }
        return Array(content.prefix(4)) + HEIFBox.number(entries.count, 4)
            + entries.flatMap {
                HEIFBox.number($0.item, 2) + [UInt8($0.indices.count)] + $0.indices
            }
    }

    /// Adds an item.
    private mutating func add(item: Int, type: String, _ bytes: [UInt8]) throws {
        try change("iinf") { iinf in
            try #require(iinf[0] == 0)
            let count = (Int(iinf[4]) << 8 | Int(iinf[5])) + 1
            let entry =
                HEIFBox.number(2 << 24, 4) + HEIFBox.number(item, 2) + [0, 0] + Array(type.utf8)
                + [0]
            return iinf.prefix(4) + HEIFBox.number(count, 2) + iinf.dropFirst(6)
                + HEIFBox.box("infe", entry)
        }
        locations.items.append(
            .init(
                id: item, pieces: [.init(offset: -1 - data.count, length: bytes.count)]))
        data += bytes
    }

    private mutating func add(reference type: String, from item: Int, to items: [Int]) throws {
        let bytes =
            HEIFBox.number(item, 2) + HEIFBox.number(items.count, 2)
            + items.flatMap { HEIFBox.number($0, 2) }
        if !children.contains(where: { $0.type == "iref" }) {
            children.append(("iref", [0, 0, 0, 0]))
        }
        try change("iref") { $0 + HEIFBox.box(type, bytes) }
    }

    /// Adds Exif to an image; to the primary one where none is named.
    mutating func add(exif: [UInt8], to image: Int? = nil) throws {
        try add(item: 201, type: "Exif", [0, 0, 0, 0] + exif)
        let image = if let image { image } else { try primaryItem }
        try add(reference: "cdsc", from: 201, to: [image])
    }

    /// Adds XMP to an image.
    mutating func add(xmp: [UInt8], to image: Int) throws {
        try add(item: 202, type: "mime\0application/rdf+xml", xmp)
        try add(reference: "cdsc", from: 202, to: [image])
    }

    /// Adds groups without any items.
    mutating func add(groups: ClosedRange<Int>) {
        let boxes = groups.map {
            HEIFBox.box("altr", HEIFBox.number(0, 4) + HEIFBox.number($0, 4) + HEIFBox.number(0, 4))
        }
        children.append(("grpl", Array(boxes.joined())))
    }

    /// Makes a grid of the images of the file the primary image.
    mutating func makeGrid(rows: Int, columns: Int, width: Int, height: Int) throws {
        let images = locations.items.map(\.id)
        try #require(images.count == rows * columns)
        // Tiles are hidden.
        try change("iinf") { iinf in
            try Self.boxes(Array(iinf.dropFirst(6))).reduce(Array(iinf.prefix(6))) { list, entry in
                list
                    + HEIFBox.box(
                        "infe", [entry.content.first ?? 2, 0, 0, 1] + entry.content.dropFirst(4))
            }
        }
        try add(
            item: 200, type: "grid",
            [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + HEIFBox.number(width, 2)
                + HEIFBox.number(height, 2))
        try add(reference: "dimg", from: 200, to: images)
        let size = [0, 0, 0, 0] + HEIFBox.number(width, 4) + HEIFBox.number(height, 4)
        try add(property: "ispe", size, to: 200)
        try change("pitm") { $0.prefix(4) + HEIFBox.number(200, 2) }
    }

    /// The file.
    func file() throws -> [UInt8] {
        func meta(_ locations: HEIFItemLocations) throws -> [UInt8] {
            var content = flags
            for child in children {
                content +=
                    child.type == "iloc"
                    ? try locations.makeBox() : HEIFBox.box(child.type, child.content)
            }
            return HEIFBox.box("meta", content)
        }
        var placed = locations
        for item in placed.items.indices {
            for piece in placed.items[item].pieces.indices {
                placed.items[item].pieces[piece].offset = 0
            }
        }
        let newTail = head.count + (try meta(placed).count)
        for item in placed.items.indices where placed.items[item].method == 0 {
            for piece in placed.items[item].pieces.indices {
                let offset = locations.items[item].pieces[piece].offset
                placed.items[item].pieces[piece].offset =
                    offset < 0 ? newTail + tail.count + 8 - 1 - offset : offset - oldTail + newTail
            }
        }
        return try head + meta(placed) + tail + HEIFBox.box("mdat", data)
    }

}
