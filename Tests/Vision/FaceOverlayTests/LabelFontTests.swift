// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import FaceOverlay

@Suite struct LabelFontTests {
    private static let hasDejaVu = FileManager.default.fileExists(
        atPath: FontFiles.preferred.path)

    private func coverage(
        _ text: String, of font: LabelFont = .shared, width: Int? = nil, height: Int = 20
    ) -> [[UInt8]] {
        let width = width ?? font.width(of: text, height: height)
        var bytes = [UInt8](repeating: 7, count: width * height)
        bytes.withUnsafeMutableBufferPointer {
            font.draw(text, width: width, height: height, into: $0)
        }
        return (0..<height).map { Array(bytes[$0 * width..<($0 + 1) * width]) }
    }

    private func ink(_ rows: [[UInt8]]) -> Int { rows.joined().reduce(0) { $0 + Int($1) } }

    @Test func lettersLieInsideOfTheirLabel() {
        let rows = coverage("#1 Äpfel jg")
        #expect(ink(rows) > 0)
        for row in [rows[0], rows[19]] { #expect(row.allSatisfy { $0 == 0 }) }
        for row in rows { #expect(row[0] == 0 && row[row.count - 1] == 0) }
    }

    @Test(.enabled(if: hasDejaVu, "needs fonts-dejavu-core"))
    func lettersOfManyScriptsHaveShapesOfTheirOwn() {
        let unknown = coverage("?")
        for text in ["ä", "ß", "Ł", "Ж", "Ω", "ש", "é"] {
            #expect(coverage(text) != unknown, "\(text)")
        }
        #expect(coverage("ä") != coverage("a"))
    }

    @Test(.enabled(if: hasDejaVu, "needs the font DejaVu"))
    func smoothEdgesAreOfManyLevels() {
        #expect(Set(coverage("S").joined()).count > 8)
    }

    @Test func withoutAnyFontTheLettersAreSquares() {
        let font = LabelFont(usesFonts: false)
        let rows = coverage("#1", of: font)
        #expect(Set(rows.joined()) == [0, 255])
        #expect(coverage("ä", of: font) == coverage("?", of: font))
        for row in [rows[0], rows[19]] { #expect(row.allSatisfy { $0 == 0 }) }
    }

    @Test(arguments: [false, true])
    func hostileTextsAreDrawnInTheirRoom(usesFonts: Bool) {
        let font = LabelFont(usesFonts: usesFonts)
        let everything = (0..<3000).compactMap { Unicode.Scalar(UInt32($0) * 37) }
        for text in [
            String(String.UnicodeScalarView(everything)), "\u{0}\n\u{1B}[2J", "\u{202E}abc",
            String(repeating: "e\u{301}", count: 5000), "",
        ] {
            for height in [-1, 0, 1, 4, 20, 100_000] {
                #expect(font.width(of: text, height: height) >= 0)
            }
            #expect(coverage(text, of: font, width: 40, height: 12).count == 12)
            #expect(coverage(text, of: font, width: 3, height: 2).count == 2)
        }
        #expect(font.width(of: "\u{202E}", height: 20) == font.width(of: "", height: 20))
        #expect(coverage("\n", of: font) == coverage("?", of: font))
    }

    @Test func longTextsEndInAnEllipsis() {
        let font = LabelFont.shared
        let text = "saved a-long-name-of-a-still.jpg"
        let whole = font.width(of: text, height: 16)
        #expect(font.shortened(text, height: 16, maximumWidth: whole) == text)
        for width in [20, 50, 100, whole - 1] {
            let short = font.shortened(text, height: 16, maximumWidth: width)
            #expect(font.width(of: short, height: 16) <= width)
            #expect(short.hasSuffix("\u{2026}") || width < 30)
            #expect(text.hasPrefix(short.dropLast()))
        }
        #expect(font.shortened(text, height: 16, maximumWidth: 3).isEmpty)
    }

    @Test func aBufferThatIsTooSmallStaysEmpty() {
        var bytes = [UInt8](repeating: 7, count: 10)
        bytes.withUnsafeMutableBufferPointer {
            LabelFont.shared.draw("#1", width: 100, height: 20, into: $0)
        }
        #expect(bytes.allSatisfy { $0 == 0 })
    }

    @Test func widthsOfDigitsAreAllTheSame() {
        let widths = Set((0...9).map { LabelFont.shared.width(of: "#\($0)", height: 16) })
        #expect(widths.count == 1)
    }

    @Test func everyLetterOfASCIIHasAShapeOfItsOwn() {
        let letters = (33...126).map { Character(UnicodeScalar(UInt8($0))) }
        #expect(Set(letters.map(GlyphSheet.runs)).count == letters.count)
        #expect(GlyphSheet.runs(of: " ").isEmpty)
    }
}
