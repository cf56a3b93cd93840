// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import MediaCodecs
import MovieBoxes
import TestSupport
import Testing

@testable import FacePhotos

/// Photos in HEIC, written by libheif and read by others.
@Suite struct HEIFTests {
    static let hasPrograms = ["heif-info", "heif-convert", "exiftool", "exiv2"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Red, with a blue half at the right.
    private static func image(_ width: Int, _ height: Int) -> RGBImage {
        var bytes: [UInt8] = []
        for _ in 0..<height {
            for x in 0..<width { bytes += x < width / 2 ? [220, 20, 20] : [20, 20, 220] }
        }
        return RGBImage(width: width, height: height, bytes: bytes)
    }

    /// A file without metadata.
    private static func bareFile() throws -> [UInt8] {
        try HEIFWriter.file(of: image(64, 48), quality: 0.9, exif: [], xmp: [])
    }

    /// A photo with its faces.
    private static func file(_ width: Int = 321, _ height: Int = 241) throws -> [UInt8] {
        var metadata = CapturePhoto.Metadata(
            software: "facecap 1.2", cameraName: "Cam",
            captureUTCNanoseconds: 1_767_225_600_000_000_000,
            regions: TestPhoto.faces.map(CapturePhoto.FaceRegion.init))
        var exposure = CapturePhoto.Exposure()
        (exposure.duration, exposure.iso, exposure.didFlash) = (0.01, 200, true)
        exposure.flashMode = .on
        metadata.exposure = exposure
        let blocks = try PhotoFile.blocks(
            of: metadata, width: width, height: height, fileType: .heic)
        return try HEIFWriter.file(
            of: image(width, height), quality: 0.9, exif: blocks.exif, xmp: blocks.xmp)
    }

    @Test(
        .enabled(if: hasPrograms, "needs libheif-examples, exiftool and exiv2"),
        arguments: [(321, 241), (320, 240)])
    func othersReadTheImageItsFacesAndItsExif(width: Int, height: Int) async throws {
        let path = try folder.write(Self.file(width, height), to: "photo.heic")
        let info = try await CommandRunner.run([path], of: "/usr/bin/heif-info")
        #expect(info.exitCode == 0 && info.output.contains("\(width)x\(height)"), "\(info.output)")
        let complaints = try await PhotoReader.complaints(path)
        #expect(complaints == "OK\n")
        let values = try await PhotoReader.exifTool(path)
        let regions = PhotoReader.regions(values)
        #expect(regions.count == TestPhoto.faces.count)
        for (region, face) in zip(regions, TestPhoto.faces) {
            #expect(abs(try PhotoReader.bounds(region)[0] - face.bounds.x) < 1e-6)
        }
        #expect(values["ISO"] as? Int == 200 && values["Flash"] as? Int == 9)
        #expect(values["ExposureTime"] as? Double == 0.01 && values["Model"] as? String == "Cam")
        // Exiv2 0.27.6 finds nothing in files of sizes that HEVC has to fill up.
        if width == 320 {
            let others = try await PhotoReader.exiv2(path)
            #expect(others["Exif.Photo.ISOSpeedRatings"] == "200")
        }
        let converted = try await CommandRunner.run(
            [path, folder.path + "/back.png"], of: "/usr/bin/heif-convert")
        #expect(converted.exitCode == 0, "\(converted.messages)")
        let data = try #require(
            FFmpegProgram.run(
                "ffmpeg",
                [
                    "-v", "error", "-i", folder.path + "/back.png", "-f", "rawvideo", "-pix_fmt",
                    "rgb24", "-",
                ]))
        let row = 120 * width * 3
        for (x, color) in [(40, [220, 20, 20]), (280, [20, 20, 220])] {
            let pixel = data[(row + x * 3)..<(row + x * 3 + 3)].map { Int($0) }
            #expect(zip(pixel, color).allSatisfy { abs($0 - $1) < 16 }, "\(pixel)")
        }
    }

    @Test func itIsReadBack() throws {
        let file = try PhotoFile(bytes: Self.file())
        #expect(file.fileType == .heic)
        #expect(try file.orientation == .upright)
        #expect(file.storedSize == Size(width: 321, height: 241))
        #expect(try file.regions.map(\.faceID) == [3, 12])
        #expect(try file.exposure.iso == 200 && file.exposure.didFlash == true)
    }

    /// As that of a gain map.
    @Test func metadataOfAnotherImageAreNotThoseOfThePhoto() throws {
        let xmp = Array("XMP of another image".utf8)
        var editor = try HEIFEditor(Self.bareFile())
        try editor.add(exif: Array("Exif of another image".utf8), to: 100)
        try editor.add(xmp: xmp, to: 100)
        let items = try HEIFItems(editor.file())
        #expect(items.exif.isEmpty && items.xmp.isEmpty && items.xmpItem == nil)
        let changed = try HEIFItems(items.replacing(xmp: Array("XMP of the photo".utf8)))
        #expect(changed.xmp == Array("XMP of the photo".utf8) && changed.xmpItem != 202)
        #expect(Data(changed.file).firstRange(of: Data(xmp)) != nil)
        let again = try HEIFItems(changed.replacing(xmp: [32]))
        #expect(again.xmp == [32] && again.xmpItem == changed.xmpItem)
    }

    @Test func aNewItemHasTheNumberOfNoGroup() throws {
        var editor = try HEIFEditor(Self.bareFile())
        editor.add(groups: 2...20)
        let changed = try HEIFItems(HEIFItems(editor.file()).replacing(xmp: [32]))
        #expect(changed.xmpItem == 21)
    }

    @Test func anItemOfXMPIsNeverEmpty() throws {
        let bare = try Self.bareFile()
        let same = try PhotoFile(bytes: bare).annotated(
            with: [], width: 64, height: 48, replacingRegions: true)
        #expect(same == bare)
        let none = try PhotoFile(bytes: Self.file()).annotated(
            with: [], width: 321, height: 241, replacingRegions: true)
        #expect(try !HEIFItems(none).xmp.isEmpty)
        #expect(try PhotoFile(bytes: none).regions.isEmpty)
    }

    @Test func moreBoxesThanAPhotoHasAreDamage() throws {
        var meta: [UInt8] = [0, 0, 0, 0]
        let box = HEIFBox.box("free", [] as [UInt8])
        for _ in 0..<65_537 { meta += box }
        let error = #expect(throws: FacecapError.self) {
            try HEIFItems(HEIFBox.box("meta", meta))
        }
        #expect(error?.code == .mediaDamaged)
    }

    /// An item has a few properties; each that a file lists takes memory.
    @Test func anItemOfThousandsOfPropertiesIsDamaged() throws {
        var writer = BoxWriter()
        writer.appendBoxes(in: try Self.file()[...]) { box, writer in
            guard box.type == "meta" else { return writer.append(contentsOf: box.bytes) }
            let item = BoxReader(box.content.dropFirst(4)).firstBox("pitm")?.content.suffix(2) ?? []
            writer.box("meta") { writer in
                writer.append(contentsOf: box.content.prefix(4))
                writer.appendBoxes(in: box.content.dropFirst(4)) { child, writer in
                    guard child.type == "iprp" else {
                        return writer.append(contentsOf: child.bytes)
                    }
                    writer.appendContainer(child) { property, writer in
                        guard property.type == "ipma" else {
                            return writer.append(contentsOf: property.bytes)
                        }
                        writer.box("ipma", version: 0) { writer in
                            writer.append(UInt32(100))
                            for _ in 0..<100 {
                                writer.append(contentsOf: item)
                                writer.append(UInt8(255))
                                writer.append(contentsOf: repeatElement(1, count: 255))
                            }
                        }
                    }
                }
            }
        }
        let error = #expect(throws: FacecapError.self) { try HEIFItems(writer.bytes) }
        #expect(error?.code == .mediaDamaged)
    }

    /// Whatever a file claims, its items are read without harm: damaged ones say so, and no more is read than is there.
    @Test func filesThatAreCutOrChangedAreReadWithoutHarm() throws {
        let whole = try Self.file()
        var numbers = SeededNumbers.fresh()
        var failures = 0
        for round in 0..<3000 {
            var bytes = whole
            if round % 3 == 0 { bytes.removeLast(Int.random(in: 1..<whole.count, using: &numbers)) }
            for _ in 0..<(round % 5) {
                // Most of what is read lies at the beginning.
                let place = Int.random(in: 0..<min(bytes.count, 700), using: &numbers)
                bytes[place] =
                    [0, 1, 127, 128, 255, UInt8.random(in: 0...255, using: &numbers)]
                    .randomElement(using: &numbers) ?? 0
            }
            guard HEIFItems.begins(bytes) else { continue }
            do {
                let items = try HEIFItems(bytes)
                #expect(items.exif.count + items.xmp.count <= 2 * bytes.count)
                let changed = try items.replacing(xmp: [UInt8](repeating: 32, count: 50))
                #expect(changed.count <= bytes.count + 70_000)
            } catch {
                failures += 1
                #expect([.mediaDamaged, .mediaUnreadable].contains(error.code))
            }
        }
        #expect(failures > 100)
    }

    private static let halves = [Array("<x:xmp".utf8), Array("meta/>".utf8)]

    /// A file with an item of XMP in pieces, four bytes of `idat`, and at its end two boxes of media of six bytes each,
    /// ``halves``.
    private static func file(
        _ pieces: [(offset: Int, length: Int)], method: UInt8 = 0
    ) -> [UInt8] {
        let location: [UInt8] = [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, method, 0, 0]
        var places = location + HEIFBox.number(pieces.count, 2)
        for piece in pieces {
            places += HEIFBox.number(piece.offset, 4) + HEIFBox.number(piece.length, 4)
        }
        let entry = [2, 0, 0, 0, 0, 1, 0, 0] + Array("mime\0application/rdf+xml\0".utf8)
        var meta: [UInt8] = [0, 0, 0, 0] + HEIFBox.box("iloc", places)
        meta += HEIFBox.box("iinf", [0, 0, 0, 0, 0, 1] + HEIFBox.box("infe", entry))
        meta += HEIFBox.box("idat", Array("data".utf8))
        return HEIFBox.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0])
            + HEIFBox.box("meta", meta) + halves.flatMap { HEIFBox.box("mdat", $0) }
    }

    /// As libheif, ExifTool and Exiv2 read it.
    @Test func anItemWithoutALengthIsEmpty() throws {
        let end = Self.file([(0, 1)]).count
        for (offset, method) in [(end - 6, 0), (1, 1)] as [(Int, UInt8)] {
            let items = try HEIFItems(Self.file([(offset, 0)], method: method))
            #expect(items.xmp.isEmpty && items.xmpItem == 1)
            let changed = try HEIFItems(items.replacing(xmp: [32]))
            #expect(changed.xmp == [32])
            #expect(Data(changed.file).firstRange(of: Data(Self.halves[1])) != nil)
        }
    }

    @Test func thePacketBeforeIsOverwritten() throws {
        let end = Self.file([(0, 1), (0, 1)]).count
        let items = try HEIFItems(Self.file([(end - 6, 6), (end - 20, 6)]))
        #expect(items.xmp == Self.halves[1] + Self.halves[0])
        let changed = Data(try items.replacing(xmp: [32]))
        for half in Self.halves { #expect(changed.firstRange(of: Data(half)) == nil) }
    }

    /// Otherwise the packet before could be any box of the file: here its brand, or the head of a box of media.
    @Test func nothingButMediaIsOverwritten() throws {
        let end = Self.file([(0, 1)]).count
        for (offset, length) in [(8, 8), (end - 20, 20)] {
            let items = try HEIFItems(Self.file([(offset, length)]))
            #expect(items.xmp.count == length)
            let error = #expect(throws: FacecapError.self) { try items.replacing(xmp: [32]) }
            #expect(error?.code == .mediaDamaged)
        }
    }

    /// What many items say once more is not read again.
    @Test func aFileIsNotReadAsOftenAsItAsks() throws {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] { HEIFBox.box(type, content) }
        func file(_ boxes: [[UInt8]], data: [UInt8]) -> [UInt8] {
            box("ftyp", Array("heic".utf8) + [0, 0, 0, 0])
                + box("meta", [0, 0, 0, 0] + Array(boxes.joined()) + box("idat", data))
        }
        // One item of Exif with an offset beyond its end, which is named again and again.
        let data = [UInt8](repeating: 0xFF, count: 1_000_000)
        let location: [UInt8] =
            [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1] + [0, 0, 0, 0]
            + HEIFBox.number(data.count, 4)
        let entry = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("Exif".utf8))
        for count in [1, 4096, 0xFFFF] {
            var entries: [UInt8] = []
            for _ in 0..<4096 { entries += entry }
            let bytes = file(
                [
                    box("iloc", location),
                    box("iinf", [0, 0, 0, 0] + HEIFBox.number(count, 2) + entries),
                ],
                data: data)
            if count > 4096 {
                #expect(throws: FacecapError.self) { try HEIFItems(bytes) }
            } else {
                #expect(try HEIFItems(bytes).exif.isEmpty)
            }
        }
        // Pieces of no size: six bytes an item.
        var pieces: [UInt8] = [0, 0, 0, 0, 0, 0, 0x10, 0]
        for _ in 0..<4096 { pieces += [0, 1, 0, 0, 0x10, 0] }
        let error = #expect(throws: FacecapError.self) {
            try HEIFItems(file([box("iloc", pieces)], data: []))
        }
        #expect(error?.code == .mediaDamaged)
    }
}
