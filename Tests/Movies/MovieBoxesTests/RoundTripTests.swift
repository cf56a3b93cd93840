// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import MovieBoxes

/// Boxes that are parsed and written again.
@Suite struct RoundTripTests {
    @Test func everyKindHasAnExample() {
        let names = KnownBoxes.examples.compactMap { firstBox(in: $0)?.type }
        #expect(Set(names) == Set(KnownBoxes.types.keys))
    }

    @Test(arguments: KnownBoxes.examples)
    func aBoxIsWrittenWithTheBytesThatItWasParsedFrom(bytes: [UInt8]) throws {
        let box = try #require(firstBox(in: bytes))
        let type = try #require(KnownBoxes.types[box.type])
        #expect(try type.init(parsing: box).bytes == bytes, "\(box.type)")
    }

    @Test(arguments: 0..<8)
    func whatIsNoBoxAtTheEndOfAContainerIsCopied(count: Int) throws {
        // QuickTime ends a list with four zeros.
        let zeros = [UInt8](repeating: 0, count: count)
        let content = [0, 0, 0, 8] + Array("free".utf8) + zeros
        var writer = BoxWriter()
        writer.appendBoxes(in: content[...]) { box, writer in writer.append(contentsOf: box.bytes) }
        #expect(writer.bytes == content)
    }

    @Test func keysAreAddedAsLongAsTheyAreRead() throws {
        let items = (0..<4096).map { MovieMetadataItem(key: "key.\($0)", value: "") }
        for count in [4095, 4096] {
            let box = MovieMetadataBox(items: Array(items.prefix(count)), isQuickTime: true)
            let changed = try MovieMetadataBox.changing(
                try #require(firstBox(in: box.bytes)), replacing: [],
                with: [MovieMetadataItem(key: "new", value: "")])
            #expect((changed != nil) == (count < 4096))
        }
    }

    @Test(arguments: KnownBoxes.examples)
    func aBoxThatIsCutShortIsParsedOrDamagedAndNeverInvented(bytes: [UInt8]) throws {
        for count in 8..<bytes.count {
            var cut = BoxWriter()
            cut.append(UInt32(count))
            cut.append(contentsOf: bytes[4..<count])
            try expectStable(cut.bytes)
        }
    }

    @Test func spoiledBoxesAreDamagedOrKeepTheirMeaning() throws {
        var numbers = SeededNumbers.fresh()
        for _ in 0..<20_000 {
            var bytes = KnownBoxes.examples[
                Int.random(in: KnownBoxes.examples.indices, using: &numbers)]
            for _ in 0..<Int.random(in: 1...4, using: &numbers) where bytes.count > 8 {
                let place = Int.random(in: 8..<bytes.count, using: &numbers)
                let values: [UInt8] = [
                    0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &numbers),
                ]
                bytes[place] = values[Int.random(in: 0..<values.count, using: &numbers)]
            }
            try expectStable(bytes)
        }
    }

    /// Parses a box, which may fail, and parses what is written of it: both have to be the same.
    private func expectStable(_ bytes: [UInt8]) throws {
        let box = try #require(firstBox(in: bytes))
        let type = try #require(KnownBoxes.types[box.type])
        guard let first = try? type.init(parsing: box) else { return }
        let written = first.bytes
        let again = try #require(firstBox(in: written))
        #expect(again.bytes.count == written.count && !again.isCutShort, "\(box.type) of \(bytes)")
        #expect(try type.init(parsing: again).bytes == written, "\(box.type) of \(bytes)")
    }

    @Test(.enabled(if: SharedMedia.isAvailable, "needs FACECAP_SHARED"))
    func everyBoxOfRealMoviesIsWrittenAsItWasRead() throws {
        var counts: [FourCharacterCode: Int] = [:]
        for path in Self.movies {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path), options: .alwaysMapped))
            try check(bytes[...], in: path, &counts)
        }
        #expect(counts[.moov, default: 0] > 0 && counts[.stsz, default: 0] > 0, "\(counts)")
    }

    private static var movies: [String] {
        let media = SharedMedia.path("media")
        let names = FileManager.default.enumerator(atPath: media)?.allObjects as? [String] ?? []
        return names.filter { ["mp4", "mov", "m4a"].contains(($0 as NSString).pathExtension) }
            .map { media + "/" + $0 }
    }

    private static let containers: Set<FourCharacterCode> = [
        .moov, .trak, .mdia, .minf, .dinf, .stbl, .edts, .mvex, .moof, .traf,
    ]

    private func check(
        _ content: ArraySlice<UInt8>, in path: String, _ counts: inout [FourCharacterCode: Int]
    ) throws {
        var reader = BoxReader(content)
        while let box = reader.readBox(), !box.isCutShort {
            counts[box.type, default: 0] += 1
            if Self.containers.contains(box.type) {
                try check(box.content, in: path, &counts)
            } else if box.type != .meta, let type = KnownBoxes.types[box.type] {
                #expect(
                    try type.init(parsing: box).bytes[...] == box.bytes, "\(box.type) in \(path)")
            }
        }
    }

    private func firstBox(in bytes: [UInt8]) -> BoxReader.Box? {
        var reader = BoxReader(bytes)
        return reader.readBox()
    }
}
