// SPDX-License-Identifier: Apache-2.0
internal import CFreeType

/// Which font files there are: DejaVu Sans where Debian and Ubuntu install it; where it is missing, or
/// lacks a character, the first of fontconfig's fonts for "DejaVu Sans, sans-serif" that has it.
struct FontFiles {
    /// A font in a file that may hold several.
    struct Location: Hashable {
        let path: String
        let index: Int
    }

    /// The font that is tried first, without a question to fontconfig.
    static let preferred = Location(
        path: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", index: 0)

    /// Scalable fonts of one color, the best first.
    private final class Fonts {
        let all: UnsafeMutablePointer<FcFontSet>

        init(_ all: UnsafeMutablePointer<FcFontSet>) { self.all = all }

        deinit { FcFontSetDestroy(all) }
    }

    /// Asked once, when the first character is missing.
    private lazy var fonts = Self.sorted()

    /// The first font that has a character.
    mutating func location(of character: Unicode.Scalar) -> Location? {
        guard let fonts else { return nil }
        for index in 0..<Int(fonts.all.pointee.nfont) {
            guard let font = fonts.all.pointee.fonts[index] else { continue }
            var characters: OpaquePointer?
            guard FcPatternGetCharSet(font, facecap_fc_charset, 0, &characters) == FcResultMatch,
                FcCharSetHasChar(characters, character.value) != 0,
                let location = Self.location(font)
            else { continue }
            return location
        }
        return nil
    }

    private static func sorted() -> Fonts? {
        guard FcInit() != 0, let pattern = FcPatternCreate() else { return nil }
        defer { FcPatternDestroy(pattern) }
        for family in ["DejaVu Sans", "sans-serif"] {
            FcPatternAddString(pattern, facecap_fc_family, family)
        }
        FcPatternAddBool(pattern, facecap_fc_scalable, 1)
        FcPatternAddBool(pattern, facecap_fc_color, 0)
        FcConfigSubstitute(nil, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        return FcFontSort(nil, pattern, 1, nil, &result).map(Fonts.init)
    }

    private static func location(_ font: OpaquePointer) -> Location? {
        var isScalable: FcBool = 0
        var isColored: FcBool = 0
        var path: UnsafeMutablePointer<FcChar8>?
        var index: CInt = 0
        guard FcPatternGetBool(font, facecap_fc_scalable, 0, &isScalable) == FcResultMatch,
            isScalable != 0,
            FcPatternGetBool(font, facecap_fc_color, 0, &isColored) != FcResultMatch
                || isColored == 0,
            FcPatternGetString(font, facecap_fc_file, 0, &path) == FcResultMatch, let path
        else { return nil }
        _ = FcPatternGetInteger(font, facecap_fc_index, 0, &index)
        return Location(path: String(cString: path), index: Int(index))
    }
}
