// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Foundation
import Testing

@testable import FacePhotos

/// JPEG files with a second image behind the first one, as phones write them for gain maps and depth.
@Suite struct MultiPictureTests {
    private static let name = Array("MPF".utf8) + [0]
    private static let secondImage: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3, 0xFF, 0xD9]
    private static let faces = TestPhoto.faces.map(CapturePhoto.FaceRegion.init)

    /// An index of two images.
    private struct Index {
        var isLittleEndian = false
        var length = 32
        var list = 26
        var size = 0
        var offset = 0

        var segment: [UInt8] {
            func number(_ value: Int, _ count: Int) -> [UInt8] {
                let bytes = JPEGParts.bigEndian(value, count)
                return isLittleEndian ? bytes.reversed() : bytes
            }
            var content = MultiPictureTests.name
            content += isLittleEndian ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]
            content += number(8, 4) + number(1, 2)
            content += number(0xB002, 2) + number(7, 2) + number(length, 4) + number(list, 4)
            content += number(0, 4)
            content += number(0x2003_0000, 4) + number(size, 4) + number(0, 8)
            content += number(0, 4) + number(20, 4) + number(offset, 4) + number(0, 4)
            return JPEGParts.segment(0xE2, content)
        }
    }

    /// Where the TIFF header of a file's index is.
    private func header(_ bytes: [UInt8]) throws -> Int {
        let range = Data(bytes).firstRange(of: Data(Self.name))
        return try #require(range).upperBound
    }

    /// A file with two images and segments before and behind its index.
    private func file(
        _ index: Index, before: [[UInt8]], after: [[UInt8]]
    ) throws -> [UInt8] {
        var index = index
        let draft = try JPEGParts.photo(before + [index.segment] + after)
        if index.size == 0 { index.size = draft.count }
        if index.offset == 0 { index.offset = draft.count - (try header(draft)) }
        return try JPEGParts.photo(before + [index.segment] + after) + Self.secondImage
    }

    private func annotated(_ bytes: [UInt8]) throws -> [UInt8] {
        try PhotoFile(bytes: bytes).annotated(
            with: Self.faces, width: 64, height: 48, replacingRegions: true)
    }

    @Test(arguments: [false, true], [-1, 0, 1])
    func theIndexOfAnAnnotatedFileLeadsToItsSecondImage(
        isLittleEndian: Bool, placeOfXMP: Int
    ) throws {
        let old = try file(
            Index(isLittleEndian: isLittleEndian),
            before: placeOfXMP < 0 ? [JPEGParts.xmpOfFormat] : [],
            after: placeOfXMP > 0 ? [JPEGParts.xmpOfFormat] : [])
        let new = try annotated(old)
        #expect(new.count > old.count && new.suffix(20) == old.suffix(20))
        #expect(try PhotoFile(bytes: new).regions.count == 2)
        try expectIndex(of: new, isLittleEndian: isLittleEndian)
        // Also where the file becomes shorter.
        let none = try PhotoFile(bytes: new).annotated(
            with: [], width: 64, height: 48, replacingRegions: true)
        #expect(none.count < new.count)
        try expectIndex(of: none, isLittleEndian: isLittleEndian)
    }

    private func expectIndex(of bytes: [UInt8], isLittleEndian: Bool) throws {
        let header = try header(bytes)
        func number(_ place: Int) -> Int {
            let digits = Array(bytes[(header + place)..<(header + place + 4)])
            return (isLittleEndian ? digits.reversed() : digits).reduce(0) { $0 << 8 | Int($1) }
        }
        // The size of the first image, and the offset of the second one.
        #expect(number(30) == bytes.count - Self.secondImage.count)
        #expect(header + number(50) == bytes.count - Self.secondImage.count)
        // The rest of the index is as it was.
        #expect(number(26) == 0x2003_0000 && number(34) == 0 && number(46) == 20)
    }

    @Test func newXMPStandsBeforeTheIndex() throws {
        let new = try annotated(file(Index(), before: [], after: []))
        let packet = try #require(Data(new).firstRange(of: Data("http://ns.adobe.com/xap".utf8)))
        #expect(try packet.lowerBound < header(new))
    }

    @Test(
        arguments: [
            Index(length: 0xFFFF_FFF0), Index(length: 30), Index(length: 0),
            Index(list: 0xFFFF_FFF0), Index(list: 27), Index(size: 0xFFFF_FFFF, offset: 1),
            Index(size: 1, offset: 0xFFFF_FFF0), Index(size: 3, offset: 3),
        ].map(\.segment))
    func anIndexThatMakesNoSenseStaysAsItIs(segment: [UInt8]) throws {
        let old = try JPEGParts.photo([segment, JPEGParts.xmpOfFormat])
        let new = try annotated(old)
        #expect(Array(new[2..<(2 + segment.count)]) == segment)
        #expect(try PhotoFile(bytes: new).regions.count == 2)
    }

    /// Nothing but the index and the XMP is ever changed.
    @Test func anIndexWithAnyByteChangedDoesNoHarm() throws {
        let old = try file(Index(), before: [], after: [JPEGParts.xmpOfFormat])
        let count = Index().segment.count
        let whole = try annotated(old)
        for place in 6..<count {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var changed = old
                changed[2 + place] = value
                let new = try annotated(changed)
                #expect(new.count == whole.count, "\(place) \(value)")
                #expect(new[(2 + count)...] == whole[(2 + count)...], "\(place) \(value)")
            }
        }
    }
}
