// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import MediaCodecs

@Suite struct PNGChunksTests {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func chunk(_ name: String, _ content: [UInt8] = [1, 2, 3]) -> [UInt8] {
        [0, 0, 0, UInt8(content.count)] + Array(name.utf8) + content + [4, 5, 6, 7]
    }

    private static func hidden(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.withUnsafeMutableBytes { PNGChunks.hideUnused(in: $0) }
        return bytes
    }

    /// Transparency, colors, the turn, the count of frames and the frames themselves.
    private static let shown = [
        "IHDR", "PLTE", "tRNS", "cICP", "sRGB", "gAMA", "cHRM", "pHYs", "eXIf", "acTL", "fcTL",
        "IDAT", "fdAT", "IEND",
    ]

    /// Each is before one that is left, and named in its content too.
    @Test(arguments: [signature, []])
    func textsAndProfilesAloneAreHidden(head: [UInt8]) {
        let content = Array("zTXtiCCP".utf8)
        func image(_ text: String, _ profile: String) -> [UInt8] {
            head
                + Self.shown.flatMap { name in
                    Self.chunk(text) + Self.chunk(profile, []) + Self.chunk(name, content)
                }
        }
        #expect(Self.hidden(image("zTXt", "iCCP")) == image("xTXt", "xCCP"))
    }

    @Test func chunksThatEndEarlyAreLeft() {
        let chunk = Self.chunk("zTXt", [])
        for count in 0..<chunk.count {
            let cut = Self.signature + chunk.prefix(count)
            #expect(Self.hidden(cut) == cut)
        }
        // Longer than any image.
        let long: [UInt8] =
            [0xFF, 0xFF, 0xFF, 0xFF] + Array("tEXt".utf8) + Self.chunk("zTXt")
        #expect(Self.hidden(long) == long)
    }
}
