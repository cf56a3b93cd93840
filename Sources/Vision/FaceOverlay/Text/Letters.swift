// SPDX-License-Identifier: Apache-2.0
/// The letters that were made so far, by their size; used by one thread at a time.
struct Letters {
    /// The letters of labels of one height.
    private struct Size {
        let height: Int
        /// Printable ASCII, from the space on.
        var ascii = [Glyph?](repeating: nil, count: 95)
        var others: [Unicode.Scalar: Glyph] = [:]
    }

    /// Characters of a text that are drawn.
    private static let characterLimit = 255
    /// Heights, and letters of one height beside ASCII, that are kept.
    private static let sizeLimit = 8
    private static let otherLimit = 1024
    /// Of the label's height.
    private static let fontFraction = 0.75
    private static let capitalFraction = 0.55
    private static let paddingFraction = 0.3

    private var maker: GlyphMaker
    private var sizes: [Size] = []

    init(_ maker: GlyphMaker) { self.maker = maker }

    mutating func width(of text: String, height: Int) -> Int {
        let size = index(ofHeight: height)
        var width = 2 * Self.padding(sizes[size].height)
        for character in text.unicodeScalars.prefix(Self.characterLimit) {
            width += glyph(character, size).advance
        }
        return width
    }

    mutating func advance(of character: Unicode.Scalar, height: Int) -> Int {
        glyph(character, index(ofHeight: height)).advance
    }

    mutating func draw(_ text: String, _ bitmap: LabelBitmap) {
        guard bitmap.height > 0 else { return }
        let size = index(ofHeight: bitmap.height)
        let height = Double(sizes[size].height)
        var pen = Self.padding(sizes[size].height)
        let baseLine = Int((height * (1 + Self.capitalFraction) / 2).rounded())
        for character in text.unicodeScalars.prefix(Self.characterLimit) {
            let glyph = glyph(character, size)
            bitmap.draw(glyph, x: pen + glyph.left, y: baseLine - glyph.top)
            pen += glyph.advance
        }
    }

    private static func padding(_ height: Int) -> Int {
        Int((Double(height) * paddingFraction).rounded())
    }

    private mutating func glyph(_ character: Unicode.Scalar, _ size: Int) -> Glyph {
        if case 32...126 = character.value {
            let index = Int(character.value) - 32
            if let glyph = sizes[size].ascii[index] { return glyph }
            let glyph = make(character, size)
            sizes[size].ascii[index] = glyph
            return glyph
        }
        if let glyph = sizes[size].others[character] { return glyph }
        if sizes[size].others.count == Self.otherLimit { sizes[size].others.removeAll() }
        let glyph = make(character, size)
        sizes[size].others[character] = glyph
        return glyph
    }

    /// Control characters are question marks; those that are never seen take no room.
    private mutating func make(_ character: Unicode.Scalar, _ size: Int) -> Glyph {
        let pixelSize = Int((Double(sizes[size].height) * Self.fontFraction).rounded())
        return switch character.properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator: Glyph()
        case .control: maker.glyph("?", pixelSize: pixelSize)
        default: maker.glyph(character, pixelSize: pixelSize)
        }
    }

    /// Where the letters of a height are; of too many heights the oldest one is forgotten.
    private mutating func index(ofHeight height: Int) -> Int {
        let height = min(max(height, 4), 1024)
        if let index = sizes.firstIndex(where: { $0.height == height }) { return index }
        if sizes.count == Self.sizeLimit { sizes.removeFirst() }
        sizes.append(Size(height: height))
        return sizes.count - 1
    }
}
